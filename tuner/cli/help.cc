#include "tuner/cli/help.h"

#include <CLI/CLI.hpp>

#include "tuner/cli/columns.h"

namespace fstune::tuner {

namespace {

class Help : public CLI::Formatter {
  public:
    // CLI11 puts the check's words behind a colon: "N:INT in [1 - 9]", but not in "SIZE[:DIR]".
    std::string make_option_opts(const CLI::Option* option) const override {
        auto type = option->get_type_name();
        for (auto at = type.find(':'); at != std::string::npos; at = type.find(':', at + 1))
            if (at > 0 && type[at - 1] != '[') type.resize(at);
        return type.empty() ? "" : " " + type;
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        return broken(option->get_description());
    }
    std::string make_subcommand(const CLI::App* command) const override {
        std::stringstream out;
        CLI::detail::format_help(out, command->get_name(), broken(command->get_description()),
                                 get_column_width());
        return out.str();
    }

  private:
    // CLI11 indents what follows a line's end.
    std::string broken(const std::string& text) const {
        const std::size_t indent = get_column_width();
        return CLI::detail::find_and_replace(wrapped(text, indent), "\n" + std::string(indent, ' '),
                                             "\n");
    }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_format() { return std::make_shared<Help>(); }

}  // namespace fstune::tuner
