#include "probes/workloads/tree/small_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstring>

#include "probes/host/unique_fd.h"

namespace fstune::probes {

namespace {

Result<void> write_all(int fd, const char* name, const char* data, std::size_t size, bool sync) {
    const auto done = write(fd, data, size);
    if (done < 0) return file_error("writing", name, errno);
    if (static_cast<std::size_t>(done) != size) return file_error("writing", name, ENOSPC);
    if (sync && fsync(fd) != 0) return file_error("fsync of", name, errno);
    return {};
}

}  // namespace

Result<void> write_new(int directory, const char* name, const char* data, std::size_t size,
                       bool sync) {
    const UniqueFd fd(openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (fd.get() < 0) return file_error("creating", name, errno);
    return write_all(fd.get(), name, data, size, sync);
}

Result<void> append(int directory, const char* name, const char* data, std::size_t size,
                    bool sync) {
    const UniqueFd fd(openat(directory, name, O_WRONLY | O_APPEND | O_CLOEXEC));
    if (fd.get() < 0) return file_error("opening", name, errno);
    return write_all(fd.get(), name, data, size, sync);
}

Result<std::size_t> read_whole(int directory, const char* name, char* buffer,
                               std::size_t buffer_size) {
    const UniqueFd fd(openat(directory, name, O_RDONLY | O_CLOEXEC));
    if (fd.get() < 0) return file_error("opening", name, errno);
    std::size_t all = 0;
    while (true) {
        const auto got = read(fd.get(), buffer, buffer_size);
        if (got < 0) return file_error("reading", name, errno);
        all += static_cast<std::size_t>(got);
        if (static_cast<std::size_t>(got) < buffer_size) return all;
    }
}

Result<void> remove(int directory, const char* name) {
    if (unlinkat(directory, name, 0) != 0) return file_error("removing", name, errno);
    return {};
}

tl::unexpected<Error> file_error(const char* what, const char* name, int number) {
    return fail(ErrorCode::failed, fmt::format("{} {}: {}", what, name, std::strerror(number)));
}

}  // namespace fstune::probes
