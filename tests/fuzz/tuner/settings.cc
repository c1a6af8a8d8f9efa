// Seeds: settings/*
// The settings that a study keeps: lines of a name and its value.
#include "tuner/cli/tune_settings.h"

#include <cmath>
#include <cstdlib>
#include <map>

#include "tests/fuzz/input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace fstune::tuner;
    auto text = fstune::fuzz_text(data, size);
    std::map<std::string, std::string> settings;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        const auto equals = line.find('=');
        if (equals != std::string_view::npos)
            settings.emplace(line.substr(0, equals), line.substr(equals + 1));
    }
    TuneOptions options;
    if (!take_settings(settings, options)) return 0;
    // What is taken is what the command line could have said.
    if (!(options.budget_seconds >= 1 && options.budget_seconds <= most_seconds)) std::abort();
    if (!(options.confidence >= 0.5 && options.confidence < 1)) std::abort();
    TuneOptions again;
    if (!take_settings(settings_of(options), again)) std::abort();
    return 0;
}
