// A disk that fails on command: a FUSE filesystem with one file, "disk", kept in memory, to put a
// loop device over, and one file, "mode", that says how it behaves from now on:
//   ok      works
//   eio     every read and write fails with EIO
//   enospc  every write fails with ENOSPC
//   hang    every read and write waits until the mode changes
//   eio-writes N, hang-writes N   as above, for writes, after N more of them
// Usage: faulty_disk BYTES FOLDER; stays in the foreground until it is unmounted.
#define FUSE_USE_VERSION 35
#include <fuse3/fuse.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <string>

namespace {

struct Disk {
    char* bytes = nullptr;
    std::size_t size = 0;
    std::mutex mutex;
    std::condition_variable changed;
    std::string mode = "ok";
    long writes_left = 0;  // until a mode for writes begins
};
Disk disk;

void set_mode(const std::string& text) {
    const std::lock_guard lock(disk.mutex);
    std::istringstream words(text);
    disk.writes_left = 0;
    words >> disk.mode >> disk.writes_left;
    disk.changed.notify_all();
}

// 0, or what the request ends with.
int obey(bool write) {
    std::unique_lock lock(disk.mutex);
    if (write && disk.mode.ends_with("-writes") && disk.writes_left-- <= 0)
        disk.mode = disk.mode.substr(0, disk.mode.find('-'));
    disk.changed.wait(lock, [] { return disk.mode != "hang"; });
    if (disk.mode == "eio") return -EIO;
    if (disk.mode == "enospc" && write) return -ENOSPC;
    return 0;
}

bool is_disk(const char* path) { return std::strcmp(path, "/disk") == 0; }
bool is_mode(const char* path) { return std::strcmp(path, "/mode") == 0; }

int get_attributes(const char* path, struct stat* facts, fuse_file_info*) {
    std::memset(facts, 0, sizeof *facts);
    if (std::strcmp(path, "/") == 0) {
        facts->st_mode = S_IFDIR | 0700;
        facts->st_nlink = 2;
        return 0;
    }
    if (!is_disk(path) && !is_mode(path)) return -ENOENT;
    facts->st_mode = S_IFREG | 0600;
    facts->st_nlink = 1;
    facts->st_size = is_disk(path) ? static_cast<off_t>(disk.size) : 0;
    return 0;
}

int open_file(const char* path, fuse_file_info* info) {
    info->direct_io = 1;
    return is_disk(path) || is_mode(path) ? 0 : -ENOENT;
}

std::size_t inside(std::size_t length, off_t at) {
    return std::min(length, disk.size - std::min(disk.size, static_cast<std::size_t>(at)));
}

int read_file(const char* path, char* buffer, std::size_t length, off_t at, fuse_file_info*) {
    if (!is_disk(path)) return 0;
    if (const int problem = obey(false); problem != 0) return problem;
    const auto here = inside(length, at);
    std::memcpy(buffer, disk.bytes + at, here);
    return static_cast<int>(here);
}

int write_file(const char* path, const char* buffer, std::size_t length, off_t at,
               fuse_file_info*) {
    if (is_mode(path)) {
        set_mode(std::string(buffer, length));
        return static_cast<int>(length);
    }
    if (const int problem = obey(true); problem != 0) return problem;
    const auto here = inside(length, at);
    std::memcpy(disk.bytes + at, buffer, here);
    return static_cast<int>(here);
}

int truncate_file(const char*, off_t, fuse_file_info*) { return 0; }
int sync_file(const char*, int, fuse_file_info*) { return obey(false); }

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return 2;
    disk.size = std::strtoull(argv[1], nullptr, 10);
    void* memory = mmap(nullptr, disk.size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 1;
    disk.bytes = static_cast<char*>(memory);

    fuse_operations operations{};
    operations.getattr = get_attributes;
    operations.open = open_file;
    operations.read = read_file;
    operations.write = write_file;
    operations.truncate = truncate_file;
    operations.fsync = sync_file;
    char foreground[] = "-f";
    char* arguments[] = {argv[0], foreground, argv[2], nullptr};
    return fuse_main(3, arguments, &operations, nullptr);
}
