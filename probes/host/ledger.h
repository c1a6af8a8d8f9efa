// Remembers queue settings from before they were changed, where a later fstune finds them if this
// one dies. The file is also the lock that lets only one fstune work on a disk, or on partitions of
// it: it is locked while its owner lives, and one that is not locked tells of a death.
//
// Lies in /run: that is emptied when the machine restarts, which also resets the settings.
// Effects: one small file a disk in use. Errors: refused (another fstune works on the disk),
// failed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "knowledge/error.h"
#include "probes/host/unique_fd.h"

namespace fstune::probes {

struct QueueValue {
    std::string attribute, value;
    bool operator==(const QueueValue&) const = default;
};

class Ledger {
  public:
    virtual ~Ledger() = default;
    // Before the first change. All at once, so that a death cannot leave half of them.
    virtual Result<void> record(const std::vector<QueueValue>& values) = 0;
};

struct LedgerOwner {
    std::string disk;        // the kernel's name
    std::string number;      // "8:16"
    std::string generation;  // diskseq: a disk plugged in later is another one
};

class DiskLedger : public Ledger {
  public:
    // Errors: refused, where a living fstune holds this disk.
    static Result<std::unique_ptr<DiskLedger>> open(const std::string& folder,
                                                    const LedgerOwner& owner);
    ~DiskLedger() override;
    Result<void> record(const std::vector<QueueValue>& values) override;
    void keep() { keep_ = true; }  // settings could not be put back: leave it for `cleanup`

  private:
    DiskLedger(UniqueFd file, std::string path);
    UniqueFd file_;
    std::string path_;
    bool keep_ = false;
};

// What dead owners left; each is locked while this lives, and its file is removed by done().
struct LeftLedger {
    LedgerOwner owner;
    std::vector<QueueValue> values;
    std::string path;
    UniqueFd lock;
    void done() const;
};
// Empty, where the text is no ledger.
LeftLedger read_ledger(const std::string& text);
Result<std::vector<LeftLedger>> left_ledgers(const std::string& folder);

}  // namespace fstune::probes
