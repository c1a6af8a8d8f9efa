#include "tuner/report/conclusion.h"

namespace fstune::tuner {

double Conclusion::value() const {
    return simplified && simplified->value ? *simplified->value : verdict.value;
}

std::optional<search::Gain> Conclusion::over_own_default() const {
    return simplified && simplified->over_own_default ? simplified->over_own_default
                                                      : verdict.over_own_default;
}

std::optional<search::Gain> Conclusion::over_best_default() const {
    return simplified && simplified->over_best_default ? simplified->over_best_default
                                                       : verdict.over_best_default;
}

}  // namespace fstune::tuner
