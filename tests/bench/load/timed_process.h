// A program that is started, watched and measured: how long it took and how much memory it had.
#pragma once

#include <string>
#include <vector>

namespace fstune::bench {

struct Used {
    double seconds = 0;
    double mebibytes = 0;  // of memory at most
    bool ended_well = false;
};

class TimedProcess {
  public:
    // Standard output and error go to the file.
    TimedProcess(const std::vector<std::string>& argv, const std::string& output);
    TimedProcess(const TimedProcess&) = delete;
    TimedProcess& operator=(const TimedProcess&) = delete;
    ~TimedProcess();

    double seconds() const;  // since it was started
    bool runs();
    void interrupt() const;
    Used wait();

  private:
    bool reap(int options);

    int pid_ = -1;
    double begun_ = 0;
    Used used_;
};

}  // namespace fstune::bench
