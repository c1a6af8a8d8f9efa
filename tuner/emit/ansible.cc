// A list of tasks, for import_tasks or a role. Needs community.general and ansible.posix.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "tuner/emit/emitters.h"
#include "tuner/report/system_lines.h"

namespace fstune::tuner {

namespace {

// A JSON string is a YAML string; braces that Jinja would read are kept from it.
std::string quoted(const std::string& text) {
    const auto plain = text.find("{{") == std::string::npos && text.find("{%") == std::string::npos;
    const auto json =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    return plain ? json : "!unsafe " + json;
}

}  // namespace

std::string emit_ansible(const Recommendation& recommendation) {
    auto text = fmt::format(
        "# fstune: {0} for {1}. Needs the collections community.general and ansible.posix.\n"
        "- name: Make the filesystem, where the device holds none\n"
        "  become: true\n"
        "  community.general.filesystem:\n"
        "    dev: {2}\n"
        "    fstype: {0}\n",
        recommendation.filesystem, recommendation.goal, quoted(recommendation.device()));
    if (const auto options = mkfs_options(recommendation); !options.empty())
        text += fmt::format("    opts: {}\n", quoted(fmt::format("{}", fmt::join(options, " "))));
    text += fmt::format(
        "- name: Read its UUID\n"
        "  become: true\n"
        "  ansible.builtin.command:\n"
        "    argv: [blkid, -s, UUID, -o, value, {}]\n"
        "  register: fstune_uuid\n"
        "  changed_when: false\n"
        "- name: Mount it, now and at boot\n"
        "  become: true\n"
        "  ansible.posix.mount:\n"
        "    src: \"UUID={{{{ fstune_uuid.stdout }}}}\"\n"
        "    path: {}\n"
        "    fstype: {}\n"
        "    opts: {}\n"
        "    dump: \"0\"\n"
        "    passno: \"0\"\n"
        "    state: mounted\n",
        quoted(recommendation.device()), quoted(recommendation.target), recommendation.filesystem,
        quoted(boot_options(recommendation)));
    const auto rule =
        udev_rule({recommendation.disk, recommendation.serial}, recommendation.lines.queue);
    if (rule.empty()) return text;
    return text + fmt::format(
                      "- name: Set the queue of the disk at boot\n"
                      "  become: true\n"
                      "  ansible.builtin.copy:\n"
                      "    dest: /etc/udev/rules.d/60-fstune.rules\n"
                      "    mode: \"0644\"\n"
                      "    content: {}\n"
                      "- name: Set the queue of the disk now\n"
                      "  become: true\n"
                      "  ansible.builtin.shell: udevadm control --reload && udevadm trigger "
                      "--subsystem-match=block --action=change\n"
                      "  changed_when: false\n",
                      quoted(rule + "\n"));
}

}  // namespace fstune::tuner
