#include "knowledge/diagnosis/kinds/kinds.h"

#include <vector>

namespace fstune::knowledge::diagnosis {

std::span<const Kind> kinds() {
    static const std::vector<Kind> all = {
        mdstat_kind(),       mdadm_detail_kind(), lsblk_kind(),         wipefs_kind(),
        blkid_kind(),        multipath_kind(),    fdisk_kind(),         dm_table_kind(),
        dumpe2fs_kind(),     xfs_info_kind(),     fio_json_kind(),      fio_text_kind(),
        fstab_kind(),        df_kind(),           bonnie_kind(),        dbench_kind(),
        tiobench_kind(),     ministat_kind(),     before_after_kind(),  raid_description_kind(),
        sysfs_kind(),        schedulers_kind(),   topology_kind(),      resize_kind(),
        command_kind(),      sector_list_kind(),  hardware_raid_kind(), writes_kind(),
        series_kind(),       comparison_kind(),   mount_options_kind(), kernel_log_kind(),
        tool_message_kind(),
    };
    return all;
}

}  // namespace fstune::knowledge::diagnosis
