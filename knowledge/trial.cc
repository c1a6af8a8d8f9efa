#include "knowledge/trial.h"

namespace fstune::knowledge {

std::string to_text(FailureKind kind) {
    switch (kind) {
        case FailureKind::mkfs_refused:
            return "mkfs refused";
        case FailureKind::mount_refused:
            return "mount refused";
        case FailureKind::not_applied:
            return "not applied";
        case FailureKind::probe_failed:
            return "probe failed";
        case FailureKind::timed_out:
            return "timed out";
        case FailureKind::device_error:
            return "device error";
    }
    return "unknown";
}

std::string to_text(Phase phase) {
    switch (phase) {
        case Phase::calibrate:
            return "calibrate";
        case Phase::search:
            return "search";
        case Phase::confirm:
            return "confirm";
        case Phase::simplify:
            return "simplify";
        case Phase::weigh:
            return "weigh";
    }
    return "unknown";
}

}  // namespace fstune::knowledge
