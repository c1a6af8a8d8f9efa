#include "knowledge/geometry/md_state.h"

#include <fmt/format.h>

#include "knowledge/readers/mdstat.h"

namespace fstune::knowledge {

namespace {

GeometryWarning of_action(const MdState& state) {
    const auto progress = state.progress.empty() ? "" : " (" + state.progress + ")";
    if (state.action == "frozen")
        return {"array-frozen", fmt::format("{}: its background work is frozen", state.name),
                "find who wrote 'frozen' to md/sync_action; write 'idle' when that is done"};
    if (!state.waits.empty())
        return {"array-sync-pending",
                fmt::format("{}: a {} is {}: the array is not in sync, and it begins at any moment",
                            state.name, state.action, state.waits),
                "wait until it has run before measuring"};
    if (state.action == "reshape")
        return {"array-reshaping",
                fmt::format("{}: a reshape runs{}: its stripe is about to change", state.name,
                            progress),
                "wait for its end, then read the geometry anew"};
    return {"array-sync-running",
            fmt::format("{}: a {} runs{} and takes time of the disks", state.name, state.action,
                        progress),
            "postpone every measurement until it has ended"};
}

}  // namespace

std::vector<GeometryWarning> warnings_of(const MdState& state) {
    std::vector<GeometryWarning> warnings;
    if (!state.action.empty() && state.action != "idle") warnings.push_back(of_action(state));
    if (state.missing > 0)
        warnings.push_back(
            {"array-degraded",
             fmt::format("{}: {} of its members missing", state.name, state.missing),
             "replace them first: a degraded array is slower; its geometry is that of the whole"});
    return warnings;
}

MdState state_of(const MdArray& array) {
    MdState state{array.name, "", "", "", array.raid_disks - array.working};
    if (!array.sync) return state;
    state.action = array.sync->action;
    state.waits = array.sync->state;
    if (array.sync->percent) state.progress = fmt::format("{} %", *array.sync->percent);
    return state;
}

}  // namespace fstune::knowledge
