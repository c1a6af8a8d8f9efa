// What a run must leave as it found it, as text that can be compared: mounts, swap, loop devices,
// the devices' queue settings, temporary files. Only lines that can be fstune's: those with one of
// the marks (a device, a folder) or its own name, because other programs go on meanwhile.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "probes/host/unique_fd.h"

namespace fstune::loop_test {

inline std::string content(const std::filesystem::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::set<std::string> names_in(const std::filesystem::path& folder) {
    std::set<std::string> names;
    std::error_code missing;
    for (const auto& entry : std::filesystem::directory_iterator(folder, missing))
        names.insert(entry.path());
    return names;
}

// Of a fstune that runs elsewhere meanwhile: a locked ledger, a mount folder of a living process.
inline bool belongs_to_the_living(const std::filesystem::path& path) {
    const auto name = path.filename().string();
    if (name.starts_with("mnt.")) return kill(std::atoi(name.c_str() + 4), 0) == 0;
    const probes::UniqueFd file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file && flock(file.get(), LOCK_SH | LOCK_NB) != 0;
}

// The folder itself counts only if it stands empty and nobody uses it.
inline std::string left_in_run_folder() {
    if (!std::filesystem::exists("/run/fstune")) return "";
    const auto names = names_in("/run/fstune");
    const probes::UniqueFd folder(open("/run/fstune", O_RDONLY | O_CLOEXEC));
    const bool unused = folder && flock(folder.get(), LOCK_EX | LOCK_NB) == 0;
    std::string text = names.empty() && unused ? "/run/fstune\n" : "";
    for (const auto& name : names)
        if (!belongs_to_the_living(name)) text += name + "\n";
    return text;
}

inline std::string machine_state(std::vector<std::string> marks) {
    const auto marked = [&](const std::string& line) {
        return std::any_of(marks.begin(), marks.end(), [&](const std::string& mark) {
            return line.find(mark) != std::string::npos;
        });
    };
    std::string text;
    for (const auto* table : {"/proc/self/mountinfo", "/proc/swaps"}) {
        std::istringstream lines(content(table));
        for (std::string line; std::getline(lines, line);)
            if (marked(line)) text += line + "\n";
    }
    text += left_in_run_folder();
    for (const auto& mark : marks)
        for (const auto& name : names_in(mark)) text += name + "\n";
    for (const auto& disk : names_in("/sys/block")) {
        const auto backing = content(disk + "/loop/backing_file");
        const auto device = "/dev/" + std::filesystem::path(disk).filename().string();
        if (marked(backing)) text += disk + " " + backing;
        if (std::find(marks.begin(), marks.end(), device) == marks.end()) continue;
        for (const auto* name : {"scheduler", "nr_requests", "read_ahead_kb", "max_sectors_kb",
                                 "rq_affinity", "nomerges", "rotational", "wbt_lat_usec"})
            text += disk + " " + name + " " + content(disk + "/queue/" + name);
    }
    return text;
}

}  // namespace fstune::loop_test
