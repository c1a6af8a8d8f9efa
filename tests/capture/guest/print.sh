# Prints devices as lines of tests/fakes/sysfs_text.h.

class=/sys/class/block

# A file that is one line of text. Read by the shell itself: to start a program for each takes minutes.
print_file() { # FILE KEY
    local text more
    [ -f "$1" ] || return 0
    { IFS= read -r text && ! IFS= read -r more && echo "$2=$text"; } 2> /dev/null < "$1" || true
}

print_files() { # FOLDER KEY
    local file
    for file in "$1"/*; do
        case "${file##*/}" in
            uevent | stat | events* | range | ext_range | capability | hidden | discard_zeroes_data) ;;
            *) print_file "$file" "$2/${file##*/}" ;;
        esac
    done
}

# What tells which disk it is; the rest are counters of the driver.
print_hardware() { # DISK
    local file
    for file in vendor model rev serial wwid type state transport; do
        print_file "$class/$1/device/$file" "$1/device/$file"
    done
    [ ! -r "$class/$1/device/vpd_pg80" ] ||
        echo "$1/device/vpd_pg80=$(hexdump -v -e '/1 "\\x%02x"' "$class/$1/device/vpd_pg80")"
}

print_disk() { # NAME
    local folder part slaves
    echo "$1/at=$(readlink -f "$class/$1")"
    print_files "$class/$1" "$1"
    for folder in queue md dm; do
        [ ! -d "$class/$1/$folder" ] || print_files "$class/$1/$folder" "$1/$folder"
    done
    [ ! -d "$class/$1/mq/0" ] || print_file "$class/$1/mq/0/nr_tags" "$1/mq/0/nr_tags"
    print_hardware "$1"
    for part in "$class/$1/$1"*; do
        [ ! -e "$part/partition" ] || print_files "$part" "$1/${part##*/}"
    done
    slaves=$(ls "$class/$1/slaves" 2> /dev/null | paste -sd' ')
    [ -z "$slaves" ] || echo "$1/slaves=$slaves"
}

# What a device stands on comes first.
print_with_below() { # NAME
    local name=$1 below
    [ ! -e "$class/$name/partition" ] || name=$(basename "$(dirname "$(readlink -f "$class/$name")")")
    case " $printed " in *" $name "*) return ;; esac
    printed="$printed $name"
    for below in $(ls "$class/$name/slaves" 2> /dev/null); do print_with_below "$below"; done
    print_disk "$name"
}

machine() { # NAME TITLE DEVICE...
    local device
    udevadm settle
    printed=
    echo "== $1 $2" >&3
    echo "capturing $1"
    shift 2
    for device; do print_with_below "$(basename "$(readlink -f "$device")")" >&3; done
}
