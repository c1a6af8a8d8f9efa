// Seeds: cases/*sysfs*.txt cases/*mdstat*.txt cases/*scheduler*.txt cases/*topology*.txt
// Whatever the files of sysfs and procfs hold: each that is asked for holds some lines of the
// input.
#include <functional>
#include <vector>

#include "probes/host/device_facts_reader.h"
#include "probes/host/files.h"
#include "probes/host/queue_settings.h"
#include "probes/host/usage.h"
#include "tests/fuzz/input.h"

namespace {

using namespace fstune;

class FuzzedFiles : public probes::Files {
  public:
    explicit FuzzedFiles(std::string_view text) {
        while (!text.empty()) {
            const auto part = text.substr(0, text.find("\n\n"));
            text.remove_prefix(std::min(text.size(), part.size() + 2));
            parts_.emplace_back(part);
        }
        if (parts_.empty()) parts_.emplace_back();
    }
    Result<std::string> read(const std::string& path) const override {
        const auto& part = part_of(path);
        if (part.starts_with('!')) return fail(ErrorCode::failed, "no such file");
        return part;
    }
    Result<void> write(const std::string& path, const std::string&) override {
        return part_of(path).size() % 2 == 0 ? Result<void>() : fail(ErrorCode::failed, "no");
    }
    Result<std::vector<std::string>> list(const std::string& path) const override {
        std::vector<std::string> names;
        const auto& part = part_of(path);
        for (std::size_t at = 0; at < part.size() && names.size() < 8;) {
            const auto end = std::min(part.find_first_of(" \n/", at), part.size());
            if (end > at) names.push_back(part.substr(at, end - at));
            at = end + 1;
        }
        return names;
    }
    bool exists(const std::string& path) const override { return part_of(path).size() % 3 != 0; }
    Result<std::string> resolve(const std::string& path) const override {
        return "/" + part_of(path);
    }
    Result<std::string> make_private_directory(const std::string& parent) override {
        return parent + "/mnt";
    }
    Result<void> remove_directory(const std::string&) override { return {}; }

  private:
    const std::string& part_of(const std::string& path) const {
        return parts_[std::hash<std::string>{}(path) % parts_.size()];
    }
    std::vector<std::string> parts_;
};

class FuzzedTools : public probes::Process {
  public:
    explicit FuzzedTools(std::string_view text) : text_(text) {}
    Result<probes::Finished> run(const probes::Command&) override {
        probes::Finished finished;
        finished.out = text_;
        return finished;
    }

  private:
    std::string text_;
};

class NoMounts : public probes::Mounts {
  public:
    Result<std::vector<probes::MountEntry>> list() const override {
        return std::vector<probes::MountEntry>{{"/dev/sda1", "/", "ext4", "rw", 8, 1}};
    }
    Result<probes::MountEntry> mount(const std::string&, const std::string&, const std::string&,
                                     const std::string&) override {
        return probes::MountEntry{};
    }
    Result<void> unmount(const std::string&) override { return {}; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto text = fuzz_text(data, size);
    FuzzedFiles files(text);
    FuzzedTools tools(text.substr(0, 200));
    (void)probes::read_device_facts(files, "sda");
    (void)probes::read_machine_facts(files, tools);
    (void)probes::mounted_or_swapped(files, NoMounts(), "sda");
    (void)probes::held_by_others(files, "sda");
    (void)probes::not_ready(files, "sda");
    (void)probes::restore_queue(files, "sda", {{"scheduler", "none"}, {"nr_requests", "64"}});
    return 0;
}
