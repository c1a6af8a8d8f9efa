# Makes each machine, has it printed, and takes it apart. Options are those that people use.

disk() { echo "/dev/disk/by-id/scsi-0QEMU_QEMU_HARDDISK_$1"; }
disks() { # FROM TO [PARTITION]
    local i
    for i in $(seq "$1" "$2"); do disk "DISK$i${3:+-part$3}"; done
}

wait_for() { # PATH
    local i
    for i in $(seq 60); do [ ! -e "$1" ] || return 0; sleep 1; done
    return 1
}

array() { # DEVICE LEVEL MEMBERS OPTIONS...
    local device=$1 level=$2 members=$3
    shift 3
    mdadm --create --quiet "$device" --run --level "$level" \
        --raid-devices "$(echo $members | wc -w)" "$@" $members < /dev/null
    udevadm settle
}
# Its members hold what they should, as after its first synchronisation.
synced_array() { array "$@" --assume-clean; }

take_apart() { # DEVICE MEMBERS
    mdadm --stop --quiet "$1"
    mdadm --zero-superblock --quiet $2
    udevadm settle
}

partition() { # DISK LINE...
    local disk=$1
    shift
    printf '%s\n' 'label: gpt' 'first-lba: 34' "$@" | sfdisk --quiet --wipe always "$disk"
    udevadm settle
}
unpartition() {
    local disk
    for disk; do wipefs --quiet --all --force "$disk" && blockdev --rereadpt "$disk" > /dev/null; done
    udevadm settle
}

plain_disks() {
    machine 4kn 'a disk with sectors of 4096 bytes' "$(disk 4KN)"
    machine usb-bridge 'a disk behind a UAS bridge that advertises a saturated field' "$(disk UAS)"
    machine usb-storage 'a disk behind a USB bridge of the old kind (bulk only)' \
        /dev/disk/by-id/usb-QEMU_QEMU_HARDDISK_USB-0:0
    partition /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_NVME start=2048
    machine nvme 'an NVMe namespace with a partition' /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_NVME
    unpartition /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_NVME
    machine nvme-4kn 'an NVMe namespace formatted to blocks of 4096 bytes' \
        /dev/disk/by-id/nvme-QEMU_NVMe_Ctrl_NVME4KN
    partition "$(disk DISK1)" 'start=34, size=1000000' 'start=1050624, size=1000000'
    machine 512e-sector34 'a 512e disk whose first partition begins at sector 34' "$(disk DISK1)"
    unpartition "$(disk DISK1)"
    partition "$(disk RAID6)" start=2048
    machine hardware-raid6 'a RAID 6 of eight disks, chunk 64 KiB, behind a controller that tells of it' "$(disk RAID6)"
}

# An NVMe target tells of its namespace what the disk behind it tells: so one with wishes for writes.
nvme_with_hints() {
    local target=/sys/kernel/config/nvmet
    mount -t configfs configfs /sys/kernel/config
    mkdir $target/subsystems/hints $target/subsystems/hints/namespaces/1 $target/ports/1
    echo 1 > $target/subsystems/hints/attr_allow_any_host
    echo "$(disk HINTS)" > $target/subsystems/hints/namespaces/1/device_path
    echo 1 > $target/subsystems/hints/namespaces/1/enable
    echo tcp > $target/ports/1/addr_trtype
    echo ipv4 > $target/ports/1/addr_adrfam
    echo 127.0.0.1 > $target/ports/1/addr_traddr
    echo 4420 > $target/ports/1/addr_trsvcid
    ifconfig lo 127.0.0.1 up
    ln -s $target/subsystems/hints $target/ports/1/subsystems/hints
    echo transport=tcp,traddr=127.0.0.1,trsvcid=4420,nqn=hints > /dev/nvme-fabrics
    wait_for /dev/nvme2n1
    machine nvme-hints 'an NVMe namespace that prefers writes of 4 KiB and of 128 KiB' /dev/nvme2n1
}

md_arrays() {
    local four=$(disks 1 4) six=$(disks 1 6) eight=$(disks 1 8)
    synced_array /dev/md0 0 "$four" --chunk 64
    machine md-raid0 'md RAID 0 of four 512e disks, chunk 64 KiB' /dev/md0
    take_apart /dev/md0 "$four"
    synced_array /dev/md1 1 "$(disks 1 2)"
    machine md-raid1 'md RAID 1 of two 512e disks' /dev/md1
    take_apart /dev/md1 "$(disks 1 2)"
    synced_array /dev/md5 5 "$four"
    machine md-raid5 'md RAID 5 of four 512e disks, with the chunk that mdadm chooses (512 KiB)' /dev/md5
    take_apart /dev/md5 "$four"
    synced_array /dev/md2 10 "$six"
    machine md-raid10-near 'md RAID 10 (near=2) of six 512e disks, chunk 512 KiB' /dev/md2
    take_apart /dev/md2 "$six"
    synced_array /dev/md2 10 "$(disks 1 5)"
    machine md-raid10-odd 'md RAID 10 (near=2) of five 512e disks, chunk 512 KiB' /dev/md2
    take_apart /dev/md2 "$(disks 1 5)"
    synced_array /dev/md2 10 "$six" --layout f2 --chunk 256
    machine md-raid10-far 'md RAID 10 (far=2) of six 512e disks, chunk 256 KiB' /dev/md2
    take_apart /dev/md2 "$six"
    synced_array /dev/md6 6 "$eight" --chunk 2048
    machine md-raid6 'md RAID 6 of eight 512e disks, chunk 2 MiB' /dev/md6
    partition /dev/md6 start=2048
    machine md-raid6-partition 'a partition at 1 MiB of a md RAID 6 of eight disks, chunk 2 MiB' /dev/md6
    unpartition /dev/md6
    take_apart /dev/md6 "$eight"
}

# The least speed that leaves an array at its work as long as it is looked at.
slowly() { echo 100 > /proc/sys/dev/raid/speed_limit_min; echo 100 > /proc/sys/dev/raid/speed_limit_max; }

busy_arrays() {
    local four=$(disks 1 4) eight=$(disks 1 8) i
    slowly
    array /dev/md5 5 "$four"
    machine md-raid5-new 'md RAID 5 of four 512e disks, just made: it builds its last member' /dev/md5
    take_apart /dev/md5 "$four"
    array /dev/md6 6 "$four" --chunk 64
    machine md-raid6-new 'md RAID 6 of four 512e disks, just made: it computes its parity' /dev/md6
    take_apart /dev/md6 "$four"
    synced_array /dev/md5 5 "$four" --chunk 64
    mdadm --quiet /dev/md5 --add "$(disk DISK5)"
    mdadm --quiet --grow /dev/md5 --raid-devices 5 --chunk 64
    machine md-raid5-reshape 'md RAID 5, chunk 64 KiB, that grows from four 512e disks to five' /dev/md5
    take_apart /dev/md5 "$(disks 1 5)"
    synced_array /dev/md6 6 "$eight" --chunk 64
    mdadm --quiet /dev/md6 --fail "$(disk DISK8)" --remove "$(disk DISK8)"
    machine md-raid6-degraded 'md RAID 6 of eight 512e disks, chunk 64 KiB, that misses one' /dev/md6
    take_apart /dev/md6 "$eight"

    for i in $eight; do partition "$i" 'start=2048, size=1048576000' 'size=1048576000'; done
    synced_array /dev/md5 5 "$(disks 1 4 1)"
    synced_array /dev/md6 6 "$(disks 1 8 2)" --chunk 64
    for i in "5 DISK4-part1" "6 DISK8-part2"; do
        set -- $i
        mdadm --quiet "/dev/md$1" --fail "$(disk $2)" --remove "$(disk $2)"
        mdadm --quiet --zero-superblock "$(disk $2)"
        mdadm --quiet "/dev/md$1" --add "$(disk $2)"
        sleep 1
    done
    machine md-raid6-waits 'md RAID 6 of eight partitions, chunk 64 KiB; it waits for the recovery of a RAID 5 on the same disks' /dev/md6 /dev/md5
    take_apart /dev/md5 "$(disks 1 4 1)"
    take_apart /dev/md6 "$(disks 1 8 2)"
    unpartition $eight

    for i in 1 2; do partition "$(disk DISK$i)" 'start=34'; done
    synced_array /dev/md1 1 "$(disks 1 2 1)"
    machine md-raid1-misaligned 'md RAID 1 of two partitions that begin at sector 34 of 512e disks' /dev/md1
    take_apart /dev/md1 "$(disks 1 2 1)"
    unpartition "$(disk DISK1)" "$(disk DISK2)"

    synced_array /dev/md5 5 "$four"
    mdadm --quiet --stop /dev/md5
    mdadm --incremental --config none "$(disk DISK1)"
    machine md-inactive 'md RAID 5 of which one of four disks is there: not started' /dev/md5
    take_apart /dev/md5 "$four"
}

group() { # MEMBERS; further words: options of lvcreate
    local members=$1
    shift
    pvs --quiet $members > /dev/null 2>&1 || pvcreate --quiet --yes $members
    vgcreate --quiet vg $members
    lvcreate --quiet --yes --wipesignatures n --name data "$@" vg
    udevadm settle
}
ungroup() { # MEMBERS
    vgremove --quiet --force --yes vg
    pvremove --quiet --yes $1
    udevadm settle
}

volumes() {
    local four=$(disks 1 4)
    group "$(disk DISK1)" --size 100G
    machine lvm-linear 'an LVM volume on one 512e disk' /dev/vg/data
    ungroup "$(disk DISK1)"
    group "$four" --size 100G --stripes 4 --stripesize 64k
    machine lvm-striped 'an LVM volume striped over four 512e disks, 64 KiB each' /dev/vg/data
    ungroup "$four"
    group "$four" --size 100G --type raid5 --stripes 3 --stripesize 64k --nosync
    machine lvm-raid5 'an LVM volume of type raid5 over four 512e disks, 64 KiB each' /dev/vg/data
    ungroup "$four"
    group "$(disks 1 2)" --size 100G --type raid1 --nosync
    machine lvm-raid1 'an LVM volume of type raid1 over two 512e disks' /dev/vg/data
    ungroup "$(disks 1 2)"
}

volumes_on_arrays() {
    local four=$(disks 1 4) eight=$(disks 1 8)
    synced_array /dev/md5 5 "$four"
    group /dev/md5 --size 100G
    machine lvm-over-raid5 'an LVM volume on md RAID 5 of four 512e disks, chunk 512 KiB' /dev/vg/data
    lvremove --quiet --yes vg/data
    lvcreate --quiet --yes --type thin-pool --size 100G --name pool vg
    lvcreate --quiet --yes --virtualsize 50G --thinpool pool --name data vg
    machine lvm-thin 'a thin LVM volume on md RAID 5 of four 512e disks, chunk 512 KiB' /dev/vg/data
    ungroup /dev/md5
    take_apart /dev/md5 "$four"
    synced_array /dev/md6 6 "$eight" --chunk 2048
    pvcreate --quiet --yes --dataalignment 1m /dev/md6
    group /dev/md6 --size 100G
    machine lvm-off-stripe 'an LVM volume that begins at 1 MiB of a md RAID 6 of eight 512e disks, chunk 2 MiB' /dev/vg/data
    ungroup /dev/md6
    take_apart /dev/md6 "$eight"
}

encrypt() { # DEVICE: quick to open, and otherwise as cryptsetup does it
    echo secret > /run/key
    cryptsetup luksFormat --batch-mode --pbkdf pbkdf2 --pbkdf-force-iterations 1000 --key-file /run/key "$1"
    cryptsetup open --key-file /run/key "$1" secret
    udevadm settle
}

encrypted() {
    local six=$(disks 1 6) eight=$(disks 1 8)
    synced_array /dev/md2 10 "$six"
    encrypt /dev/md2
    machine luks-over-raid10 'LUKS2 on md RAID 10 (near=2) of six 512e disks, chunk 512 KiB' /dev/mapper/secret
    cryptsetup close secret
    take_apart /dev/md2 "$six"
    encrypt "$(disk UAS)"
    machine luks-over-usb 'LUKS2 on a disk behind a UAS bridge that advertises a saturated field' /dev/mapper/secret
    cryptsetup close secret
    wipefs --quiet --all --force "$(disk UAS)"
    synced_array /dev/md6 6 "$eight" --chunk 64
    encrypt /dev/md6
    group /dev/mapper/secret --size 100G
    machine lvm-over-luks-over-raid6 'an LVM volume on LUKS2 on md RAID 6 of eight 512e disks, chunk 64 KiB' /dev/vg/data
    ungroup /dev/mapper/secret
    cryptsetup close secret
    take_apart /dev/md6 "$eight"
}

two_paths() {
    multipathd
    wait_for /dev/mapper/mpatha
    machine multipath 'a disk at the end of two paths' /dev/mapper/mpatha
    partition /dev/mapper/mpatha start=2048
    kpartx -a /dev/mapper/mpatha
    udevadm settle
    machine multipath-partition 'a partition of a disk at the end of two paths' /dev/mapper/mpatha1
}

all_machines() {
    plain_disks
    nvme_with_hints
    md_arrays
    busy_arrays
    volumes
    volumes_on_arrays
    encrypted
    two_paths
}
