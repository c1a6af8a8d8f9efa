// A folder of our own, mode 0700, in a folder of somebody else's: where a probe works on a
// filesystem that holds other things. Only what lies in it is ever removed: it is held open, links
// are not followed, and what is mounted inside is left alone.
//
// Effects: makes the folder; clear() empties it; remove(), or the end of the object, removes it.
// Errors: failed, with the system's reason.
// Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

class PrivateFolder {
  public:
    static Result<PrivateFolder> make(const std::string& parent);
    PrivateFolder(PrivateFolder&&) = default;
    PrivateFolder& operator=(PrivateFolder&&) = delete;
    ~PrivateFolder();

    const std::string& path() const { return path_; }
    Result<void> clear();
    Result<void> remove();  // twice does no harm

  private:
    PrivateFolder(UniqueFd parent, UniqueFd folder, std::string path, std::string name)
        : parent_(std::move(parent)),
          folder_(std::move(folder)),
          path_(std::move(path)),
          name_(std::move(name)) {}

    UniqueFd parent_, folder_;  // empty: moved from, or removed
    std::string path_, name_;
};

// Those in `parent` that a fstune which was killed has left: nobody holds them any more.
std::vector<std::string> abandoned_folders(const std::string& parent);

}  // namespace fstune::probes
