// Any command: the user's shell line, and where its metric is in what it prints.
#include <fmt/format.h>

#include "knowledge/readers/json_metric.h"
#include "knowledge/readers/metric_pattern.h"
#include "probes/programs/program.h"

namespace fstune::probes {

namespace {

constexpr std::string_view place_holder = "{dir}";
constexpr std::string_view variable = "FSTUNE_DIR";
// A shell leaves these alone where a variable's value is not quoted.
constexpr std::string_view plain =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%^";

// The folder never becomes text of the line: {dir}, and ${dir}, become a variable that the shell
// expands.
std::string with_variable(std::string line) {
    for (auto at = line.find(place_holder); at != std::string::npos; at = line.find(place_holder)) {
        const auto dollar = at > 0 && line[at - 1] == '$' ? std::size_t{1} : 0;
        line.replace(at - dollar, place_holder.size() + dollar, fmt::format("${{{}}}", variable));
    }
    return line;
}

class UsersCommand : public Program {
  public:
    UsersCommand(const ProgramRequest& request, std::optional<knowledge::MetricPattern> pattern)
        : line_(with_variable(request.command)),
          pattern_(std::move(pattern)),
          pointer_(request.pointer),
          metric_{request.metrics.empty() ? "value" : request.metrics.front(), request.unit,
                  *request.higher_is_better} {}

    Metric metric() const override { return metric_; }

    std::optional<std::string> unsuitable(const WorkloadPlace& place) const override {
        if (place.directory.find_first_not_of(plain) == std::string::npos) return {};
        return fmt::format(
            "the path {} holds characters that a shell does not leave alone; give a folder whose "
            "path has only letters, digits and _-+=./:,@%^",
            shell_quoted({place.directory}));
    }

    Result<std::vector<std::string>> arguments(const ProgramTask&) override {
        return std::vector<std::string>{"-c", line_};
    }

    // Many programs give their figures on standard error, as dd does.
    Result<Readings> read(const ProgramRun& run) override {
        const auto find = [this](const std::string& text) {
            return pattern_ ? pattern_->find(text) : knowledge::json_metric(text, pointer_);
        };
        auto value = find(run.finished.out);
        if (!value)
            if (const auto other = find(run.finished.err)) value = other;
        if (!value) return tl::unexpected(value.error());
        return Readings{{metric_.name, *value}};
    }

  private:
    std::string line_;
    std::optional<knowledge::MetricPattern> pattern_;
    std::string pointer_;
    Metric metric_;
};

tl::unexpected<Error> usage(const std::string& message) { return fail(ErrorCode::usage, message); }

Result<void> check(const ProgramRequest& request) {
    if (request.command.find_first_not_of(" \t\n") == std::string::npos)
        return usage("--command: the line is empty");
    if (request.command.find('\0') != std::string::npos)
        return usage("--command: the line holds a zero byte");
    if (request.command.find(place_holder) == std::string::npos &&
        request.command.find(variable) == std::string::npos)
        return usage("--command: has no {dir}, so it would not touch the filesystem that is tried");
    if (request.regex.empty() == request.pointer.empty())
        return usage(request.regex.empty()
                         ? "--command: say where the metric is in what it prints: --metric-regex "
                           "RE or --metric-pointer PTR"
                         : "--metric-regex and --metric-pointer exclude each other");
    if (!request.higher_is_better)
        return usage("--command: say which way is better: --direction higher or lower");
    return {};
}

}  // namespace

Result<std::unique_ptr<Program>> make_command(const ProgramRequest& request) {
    if (auto right = check(request); !right) return tl::unexpected(right.error());
    std::optional<knowledge::MetricPattern> pattern;
    if (request.regex.empty()) {
        if (auto right = knowledge::check_json_pointer(request.pointer); !right)
            return fail(ErrorCode::usage, "--metric-pointer: " + right.error().message);
    } else {
        auto read = knowledge::MetricPattern::read(request.regex);
        if (!read) return fail(ErrorCode::usage, "--metric-regex: " + read.error().message);
        pattern = std::move(*read);
    }
    return std::make_unique<UsersCommand>(request, std::move(pattern));
}

}  // namespace fstune::probes
