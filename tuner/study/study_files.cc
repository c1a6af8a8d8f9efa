#include "tuner/study/study_files.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace fstune::tuner {

namespace fs = std::filesystem;

std::string study_folder() {
    if (geteuid() == 0) return "/var/lib/fstune";
    if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && *state == '/')
        return std::string(state) + "/fstune";
    const char* home = std::getenv("HOME");
    return std::string(home != nullptr ? home : "/tmp") + "/.local/state/fstune";
}

Result<std::string> new_study_path(const std::string& goal, const std::string& device,
                                   std::chrono::system_clock::time_point now) {
    const auto folder = study_folder();
    std::error_code problem;
    const bool made = fs::create_directories(folder, problem);
    if (problem)
        return fail(ErrorCode::failed, fmt::format("cannot make folder '{}': {}; name a file with "
                                                   "--study",
                                                   folder, problem.message()));
    if (made) ::chmod(folder.c_str(), S_IRWXU);
    const auto seconds = std::chrono::time_point_cast<std::chrono::seconds>(now);
    const auto name =
        fmt::format("{}-{}-{:%Y%m%d-%H%M%S}", goal, fs::path(device).filename().string(),
                    fmt::gmtime(std::chrono::system_clock::to_time_t(seconds)));
    auto path = fmt::format("{}/{}.study", folder, name);
    for (int number = 2; fs::exists(path, problem); ++number)
        path = fmt::format("{}/{}-{}.study", folder, name, number);
    return path;
}

std::vector<std::string> study_paths() {
    std::vector<std::string> paths;
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(study_folder(), problem)) {
        if (entry.path().extension() == ".study") paths.push_back(entry.path());
    }
    std::ranges::sort(paths);
    return paths;
}

}  // namespace fstune::tuner
