#include "tuner/emit/recommendation.h"

#include <nlohmann/json.hpp>

namespace fstune::tuner {

using nlohmann::json;

std::string to_kept(const Recommendation& recommendation) {
    json queue = json::array();
    for (const auto& [attribute, value] : recommendation.lines.queue)
        queue.push_back({attribute, value});
    return json{{"goal", recommendation.goal},
                {"filesystem", recommendation.filesystem},
                {"mkfs", recommendation.lines.mkfs},
                {"mount_options", recommendation.lines.mount_options},
                {"queue", queue},
                {"disk", recommendation.disk},
                {"serial", recommendation.serial},
                {"scratch", recommendation.scratch},
                {"decided", recommendation.decided},
                {"reason", recommendation.reason}}
        .dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<Recommendation> from_kept(const std::string& text) {
    try {
        const auto kept = json::parse(text);
        Recommendation read;
        kept.at("goal").get_to(read.goal);
        kept.at("filesystem").get_to(read.filesystem);
        kept.at("mkfs").get_to(read.lines.mkfs);
        kept.at("mount_options").get_to(read.lines.mount_options);
        for (const auto& setting : kept.at("queue"))
            read.lines.queue.push_back(
                {setting.at(0).get<std::string>(), setting.at(1).get<std::string>()});
        kept.at("disk").get_to(read.disk);
        kept.at("serial").get_to(read.serial);
        kept.at("scratch").get_to(read.scratch);
        read.decided = kept.value("decided", true);  // absent in studies of the first versions
        read.reason = kept.value("reason", "");
        if (read.lines.mkfs.size() < 2)
            return fail(ErrorCode::bad_input, "the kept mkfs line is not whole");
        return read;
    } catch (const json::exception& problem) {
        return fail(ErrorCode::bad_input,
                    std::string("the study's recommendation cannot be read: ") + problem.what());
    }
}

std::vector<std::string> mkfs_options(const Recommendation& recommendation) {
    const auto& mkfs = recommendation.lines.mkfs;
    std::vector<std::string> options;
    for (std::size_t i = 1; i + 1 < mkfs.size(); ++i)
        if (mkfs[i] != "-f" && mkfs[i] != "-F" && mkfs[i] != "-q") options.push_back(mkfs[i]);
    return options;
}

std::string boot_options(const Recommendation& recommendation) {
    const auto& own = recommendation.lines.mount_options;
    return (own.empty() ? "" : own + ",") + "nofail,x-systemd.device-timeout=10s";
}

}  // namespace fstune::tuner
