#include "tuner/cli/diagnosis_input.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "knowledge/units.h"

namespace fstune::tuner {

namespace dg = knowledge::diagnosis;

namespace {

struct Closer {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};

Result<void> take_size(const std::string& text, std::uint64_t& into) {
    if (text.empty()) return {};
    const auto size = knowledge::parse_size(text);
    if (!size) return tl::unexpected(size.error());
    into = *size;
    return {};
}

Result<void> take_tool(const std::string& text, dg::Context& context) {
    const auto equals = text.find('=');
    const auto version =
        equals == std::string::npos ? std::nullopt : dg::version_of(text.substr(equals + 1));
    if (!version)
        return fail(ErrorCode::usage,
                    fmt::format("--tool '{}': write it like --tool mke2fs=1.46.5", text));
    context.tools[text.substr(0, equals)] = *version;
    return {};
}

}  // namespace

void add_context_options(CLI::App& command, ContextOptions& options) {
    command.add_option("--kernel", options.kernel,
                       "The kernel that will mount it, like 6.18; not given: a current one");
    command.add_option("--fs", options.filesystem,
                       "The filesystem, where the input does not say it");
    command.add_option("--workload", options.workload, "What runs on it, like database");
    command.add_option("--memory", options.memory, "Memory of the machine, like 16G");
    command.add_option("--physical-block-size", options.physical_block_size,
                       "Physical block size of the device, like 4096");
    command.add_option("--page-size", options.page_size, "Page size of the machine, like 4096");
    command.add_option("--tool", options.tools, "Version of a tool, like mke2fs=1.46.5");
}

Result<dg::Context> context_of(const ContextOptions& options) {
    dg::Context context;
    context.filesystem = options.filesystem;
    context.workload = options.workload;
    if (!options.kernel.empty()) {
        context.kernel = dg::version_of(options.kernel);
        if (!context.kernel)
            return fail(ErrorCode::usage,
                        fmt::format("--kernel '{}': write a version like 6.18", options.kernel));
    }
    for (const auto& [text, into] : {std::pair{&options.memory, &context.memory},
                                     {&options.physical_block_size, &context.physical_block_size},
                                     {&options.page_size, &context.page_size}})
        if (const auto taken = take_size(*text, *into); !taken)
            return tl::unexpected(taken.error());
    for (const auto& tool : options.tools)
        if (const auto taken = take_tool(tool, context); !taken)
            return tl::unexpected(taken.error());
    return context;
}

Result<dg::Input> read_input(const std::string& file) {
    dg::Input input{file, {}};
    std::unique_ptr<std::FILE, Closer> in(file == "-" ? stdin : std::fopen(file.c_str(), "rb"));
    if (in == nullptr)
        return fail(ErrorCode::failed,
                    fmt::format("{}: cannot be opened: {}", printable(file), std::strerror(errno)));
    std::string piece(std::size_t{64} << 10, '\0');
    while (const auto got = std::fread(piece.data(), 1, piece.size(), in.get())) {
        input.text.append(piece, 0, got);
        if (input.text.size() > dg::largest_text)
            return fail(
                ErrorCode::bad_input,
                fmt::format("{}: larger than {}, the most that is looked at; give the part that "
                            "matters (head -c 16M, or the lines of one boot)",
                            printable(file), knowledge::format_size(dg::largest_text)));
    }
    if (std::ferror(in.get()) != 0)
        return fail(ErrorCode::failed,
                    fmt::format("{}: cannot be read: {}", printable(file), std::strerror(errno)));
    return input;
}

std::string printable(const std::string& text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\x{:02x}", byte);
        else
            out += c;
    }
    return out;
}

std::string to_lines(const dg::Findings& findings) {
    std::string out;
    for (const auto& one : findings) {
        const auto line = one.values.find("line");
        const auto* number =
            line == one.values.end() ? nullptr : std::get_if<std::int64_t>(&line->second);
        out +=
            fmt::format("  {}: {}{}: {} [{}]\n", dg::to_text(one.severity), printable(one.subject),
                        number == nullptr ? "" : fmt::format(" (line {})", *number),
                        printable(one.message), one.code);
        if (!one.advice.empty()) out += fmt::format("      {}\n", printable(one.advice));
    }
    return out;
}

}  // namespace fstune::tuner
