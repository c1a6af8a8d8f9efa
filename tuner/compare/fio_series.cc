#include "tuner/compare/fio_series.h"

#include <algorithm>

#include "knowledge/readers/fio_json.h"

namespace fstune::tuner {

Result<std::vector<knowledge::Series>> read_fio_series(std::string_view text,
                                                       const std::string& variant) {
    const auto run = knowledge::read_fio_json(text);
    if (!run) return tl::unexpected(run.error());
    std::vector<knowledge::Series> all;
    for (const auto& job : run->jobs) {
        if (job.error != 0) continue;
        for (const auto& direction : job.directions) {
            const auto phase = job.name + " " + direction.name;
            auto found = std::ranges::find(all, phase, &knowledge::Series::phase);
            if (found == all.end())
                found = all.insert(all.end(),
                                   {.phase = phase, .variant = variant, .metric = "bytes/s"});
            found->values.push_back(direction.bytes_per_s);
        }
    }
    if (all.empty()) return fail(ErrorCode::bad_input, "no job of fio did anything without error");
    return all;
}

}  // namespace fstune::tuner
