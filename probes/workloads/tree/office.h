// One client's files in a file server, and the operations on them.
// Errors: failed with the operation, the file and the system's reason.
// Threads: one at a time.
#pragma once

#include <string>
#include <vector>

#include "probes/workloads/tree/tree_job.h"

namespace fstune::probes {

class Office {
  public:
    Office(int directory, std::string path, const TreeJob& job, TreeHand& hand);

    Result<void> fill(const std::stop_token& stop);
    // The next operation of the mix.
    Result<void> step(Recorder& recorder);

  private:
    using Operation = Result<void> (Office::*)(Recorder&);
    struct Weighted {
        Operation operation;
        unsigned weight;
    };
    static const std::vector<Weighted>& mix();

    Result<void> read_some(Recorder& recorder);
    Result<void> write_some(Recorder& recorder);
    Result<void> create(Recorder& recorder);
    Result<void> remove_one(Recorder& recorder);
    Result<void> ask_file(Recorder& recorder);
    Result<void> ask_filesystem(Recorder& recorder);
    Result<void> list(Recorder& recorder);
    Result<void> set_times(Recorder& recorder);
    Result<void> rename_one(Recorder& recorder);
    Result<void> flush(Recorder& recorder);

    std::uint64_t any() { return files_[hand_.random.below(files_.size())]; }
    std::uint64_t place_in_file(std::size_t size);

    int directory_;
    std::string path_;
    const TreeJob& job_;
    std::uint64_t most_;
    TreeHand& hand_;
    AlignedBuffer buffer_;
    std::vector<std::uint64_t> files_;
    std::uint64_t next_ = 0;
};

}  // namespace fstune::probes
