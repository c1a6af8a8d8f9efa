#include "probes/host/process_decorators.h"

#include <utility>

namespace fstune::probes {

DryRunProcess::DryRunProcess(Process& inner, std::function<void(const std::string&)> show)
    : inner_(inner), show_(std::move(show)) {}

Result<Finished> DryRunProcess::run(const Command& command) {
    if (command.effect == Effect::reads) return inner_.run(command);
    show_(shell_quoted(command.argv));
    return Finished{};
}

Result<Finished> RecordingProcess::run(const Command& command) {
    auto answer = inner_.run(command);
    entries_.push_back({command, answer});
    return answer;
}

FailNthProcess::FailNthProcess(Process& inner, std::int64_t nth, Error error)
    : inner_(inner), left_(nth), error_(std::move(error)) {}

Result<Finished> FailNthProcess::run(const Command& command) {
    if (--left_ == 0) return tl::unexpected(error_);
    return inner_.run(command);
}

}  // namespace fstune::probes
