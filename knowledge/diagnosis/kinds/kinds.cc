#include "knowledge/diagnosis/kinds/kinds.h"

#include <vector>

namespace fstune::knowledge::diagnosis {

std::span<const Kind> kinds() {
    static const std::vector<Kind> all = {
        dumpe2fs_kind(), xfs_info_kind(), fio_json_kind(), fstab_kind(), kernel_log_kind(),
    };
    return all;
}

}  // namespace fstune::knowledge::diagnosis
