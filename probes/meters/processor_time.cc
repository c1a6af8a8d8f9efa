#include "probes/meters/processor_time.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <sstream>

namespace fstune::probes {

namespace {

double tick() { return 1.0 / static_cast<double>(sysconf(_SC_CLK_TCK)); }

double own_seconds(int who) {
    rusage usage{};
    getrusage(who, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

// "PID (name with any character) S ppid ...": ticks of a kernel thread, 0 of any other process.
double kernel_thread_ticks(const std::string& stat) {
    constexpr std::uint64_t kernel_thread = 0x00200000;  // PF_KTHREAD
    const auto name_end = stat.rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream in(stat.substr(name_end + 1));
    std::array<std::string, 13> fields;  // from the state on
    for (auto& field : fields) in >> field;
    std::uint64_t flags = 0;
    double user = 0, system = 0;
    std::istringstream(fields[6]) >> flags;
    std::istringstream(fields[11]) >> user;
    std::istringstream(fields[12]) >> system;
    return (flags & kernel_thread) != 0 ? user + system : 0;
}

double kernel_threads(const Files& files) {
    double ticks = 0;
    const auto entries = files.list("/proc");
    for (const auto& entry : entries.value_or(std::vector<std::string>{}))
        if (std::isdigit(static_cast<unsigned char>(entry.front())) != 0)
            ticks += kernel_thread_ticks(files.read("/proc/" + entry + "/stat").value_or(""));
    return ticks * tick();
}

// "some avg10=0.00 avg60=0.00 avg300=0.00 total=123456", in microseconds.
double memory_stalled(const Files& files) {
    const auto text = files.read("/proc/pressure/memory").value_or("");
    const auto at = text.find("total=");
    double microseconds = 0;
    if (at != std::string::npos) std::istringstream(text.substr(at + 6)) >> microseconds;
    return microseconds * 1e-6;
}

}  // namespace

double ProcessorTime::others() const { return std::max(0.0, busy - own - kernel); }

ProcessorTime ProcessorTime::operator-(const ProcessorTime& earlier) const {
    // Threads end, and take their ticks along.
    return {own - earlier.own,   std::max(0.0, kernel - earlier.kernel),
            busy - earlier.busy, stolen - earlier.stolen,
            all - earlier.all,   memory_stalled - earlier.memory_stalled};
}

ProcessorTime processor_time(const Files& files) {
    ProcessorTime time;
    std::istringstream in(files.read("/proc/stat").value_or(""));
    std::string cpu;
    double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft = 0, stolen = 0;
    in >> cpu >> user >> nice >> system >> idle >> waiting >> irq >> soft >> stolen;
    time.busy = (user + nice + system) * tick();
    time.stolen = stolen * tick();
    time.all = (user + nice + system + idle + waiting + irq + soft + stolen) * tick();
    time.memory_stalled = memory_stalled(files);
    time.kernel = kernel_threads(files);
    time.own = own_seconds(RUSAGE_SELF) + own_seconds(RUSAGE_CHILDREN);
    return time;
}

std::optional<std::string> judge_processor_time(const ProcessorTime& used, double seconds) {
    // Of all processors; less is the noise of any machine, and of ticks.
    constexpr double most_stolen = 0.02, most_others = 0.10, most_stalled = 0.02;
    constexpr double few_ticks = 0.05;
    const double all = std::max(used.all, 1e-9);
    std::string text;
    const auto add = [&text](const std::string& part) {
        text += (text.empty() ? "" : ", ") + part;
    };
    if (used.stolen > few_ticks && used.stolen / all > most_stolen)
        add(fmt::format("the hypervisor took {:.0f} % of the processors", 100 * used.stolen / all));
    if (used.others() > few_ticks && used.others() / all > most_others)
        add(fmt::format("other programs used {:.0f} % of the processors",
                        100 * used.others() / all));
    if (used.memory_stalled > most_stalled * seconds)
        add(fmt::format("memory was short {:.0f} % of the time",
                        100 * used.memory_stalled / std::max(seconds, 1e-9)));
    return text.empty() ? std::nullopt : std::optional(text);
}

}  // namespace fstune::probes
