// The kinds, one function each.
#pragma once

#include "knowledge/diagnosis/kind.h"

namespace fstune::knowledge::diagnosis {

Kind mdstat_kind();
Kind mdadm_detail_kind();
Kind lsblk_kind();
Kind multipath_kind();
Kind dm_table_kind();
Kind hardware_raid_kind();
Kind tool_message_kind();
Kind wipefs_kind();
Kind blkid_kind();
Kind fdisk_kind();
Kind sysfs_kind();
Kind schedulers_kind();
Kind raid_description_kind();
Kind topology_kind();
Kind sector_list_kind();
Kind dumpe2fs_kind();
Kind xfs_info_kind();
Kind fstab_kind();
Kind kernel_log_kind();
Kind resize_kind();
Kind df_kind();
Kind fio_json_kind();
Kind fio_text_kind();
Kind bonnie_kind();
Kind dbench_kind();
Kind tiobench_kind();
Kind ministat_kind();
Kind before_after_kind();
Kind writes_kind();
Kind series_kind();
Kind comparison_kind();
Kind command_kind();
Kind mount_options_kind();

}  // namespace fstune::knowledge::diagnosis
