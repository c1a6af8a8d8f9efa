// The kinds, one file each.
#pragma once

#include "knowledge/diagnosis/kind.h"

namespace fstune::knowledge::diagnosis {

Kind dumpe2fs_kind();
Kind xfs_info_kind();
Kind fio_json_kind();
Kind kernel_log_kind();
Kind fstab_kind();

}  // namespace fstune::knowledge::diagnosis
