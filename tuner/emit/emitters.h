// A recommendation in the words of what will apply it: an explicit table, one function a format.
//
// Source: fstab(5); systemd.mount(5), systemd-escape(1); udev(7); tune2fs(8), xfs_admin(8);
// community.general.filesystem and ansible.posix.mount; cloud-init, modules disk_setup and mounts;
// the kickstart commands part and %post of pykickstart.
// Errors: usage, for a format that is not known or a mount point that cannot be one.
// Threads: safe.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/emit/recommendation.h"

namespace fstune::tuner {

struct Emitter {
    std::string_view name;  // of --as
    std::string_view what;  // for people
    std::string (*emit)(const Recommendation& recommendation);
};

std::span<const Emitter> emitters();

Result<std::string> emit(std::string_view format, const Recommendation& recommendation);

// What the lines of a study that decided nothing are worth, as one sentence; "" where it decided.
// Every format has it as a comment.
std::string undecided_note(const Recommendation& recommendation);

// The emitters of several formats, one file each.
std::string emit_tune(const Recommendation& recommendation);
std::string emit_ansible(const Recommendation& recommendation);
std::string emit_cloud_init(const Recommendation& recommendation);
std::string emit_kickstart(const Recommendation& recommendation);

}  // namespace fstune::tuner
