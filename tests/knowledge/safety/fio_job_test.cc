// Jobs that would reach outside their folder are refused with the option named; what stays inside
// is let through.
#include "knowledge/safety/fio_job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fstune::knowledge {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string job(const std::string& option) { return "[a]\nrw=read\n" + option + "\n"; }

class Refused : public testing::TestWithParam<const char*> {};

TEST_P(Refused, WithTheJobAndTheOptionNamed) {
    const std::string option = GetParam();
    const auto read = read_fio_job(job(option));
    ASSERT_FALSE(read) << option;
    EXPECT_EQ(read.error().code, ErrorCode::refused);
    EXPECT_THAT(read.error().message, HasSubstr("[a]"));
    EXPECT_THAT(read.error().message, HasSubstr(option.substr(0, option.find_first_of(" =\t"))));
    // The same for all jobs, and however it is written.
    EXPECT_FALSE(read_fio_job("[global]\n" + option + "\n[a]\nrw=read\n"));
    EXPECT_FALSE(read_fio_job("[a]\n \t" + option + " \r\nrw=read\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Other, Refused,
    testing::Values("filename=/dev/sda", "filename=a:/dev/sda", "filename=../x", "filename=..",
                    "filename=a/b", "filename=-", "filename=a\\:b", "filename=$HOME",
                    "filename=${HOME}x", "filename=", "filename = /dev/sda", "directory=/mnt",
                    "directory=.", "directory=a:/etc", "opendir=/etc", "filename_format=/dev/sda",
                    "filename_format=../$jobname", "filename_format=$jobname/$filenum",
                    "filename_format=${HOME}", "exec_prerun=reboot", "exec_postrun=reboot",
                    "ioengine=external:/tmp/x.so", "ioengine=/tmp/x.so", "ioengine=exec",
                    "ioengine=sg", "ioengine=io_uring_cmd", "ioengine=net", "ioengine=null",
                    "ioengine=rbd", "ioengine=", "program=/bin/sh", "arguments=-c reboot",
                    "include other.fio", "include=other.fio", "write_bw_log", "write_bw_log=/etc/x",
                    "write_lat_log=x", "write_iops_log=x", "write_hist_log=x", "write_iolog=x",
                    "read_iolog=/tmp/x", "replay_redirect=/dev/sda", "merge_blktrace_file=/etc/x",
                    "mem=mmap:/dev/sda", "mem=mmaphuge:/x", "iomem=mmap:/x", "buffer_pattern='/x'",
                    "verify_pattern='/x'", "ioscheduler=none", "allow_mounted_write=1", "cgroup=x",
                    "profile=act", "uid=0", "gid=0", "verify_state_load=1", "size=$ncpus",
                    "size=$mb_memory';reboot'", "bs=`reboot`", "bs=\"4k\"", "bs=4k\x01",
                    "bs=4k\xff", "no_such_option=1", "lockmem=100g", "name=/etc/x",
                    "FILENAME=/dev/sda", "filename\t=/dev/sda"));

class Allowed : public testing::TestWithParam<const char*> {};

TEST_P(Allowed, AndHandedOn) {
    const auto read = read_fio_job(job(GetParam()));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(read->text(1024), HasSubstr(std::string("\n") + GetParam() + "\n"));
}

INSTANTIATE_TEST_SUITE_P(
    Usual, Allowed,
    testing::Values("filename=data", "filename=a:b:c.1",
                    "filename_format=$jobname.$jobnum.$filenum", "ioengine=libaio",
                    "ioengine=io_uring", "ioengine=mmap", "iodepth=32", "direct=1", "bs=4k,8k,16k",
                    "bssplit=4k/20:64k/80", "rw=randrw:8", "rwmixread=70", "size=25%",
                    "size=(2*1024)k", "runtime=30s", "time_based", "random_distribution=zipf:1.2",
                    "percentile_list=99:99.9", "fallocate=none", "group_reporting", "stonewall",
                    "numjobs=4", "thinktime=2ms", "mem=mmap", "buffer_compress_percentage=50",
                    "steadystate=iops_slope:0.1%", "verify_pattern=0xdeadbeef",
                    "cpus_allowed=0-3,5", "rate=1m,2m", "fsync=1", "file_service_type=random:16"));

TEST(FioJob, AJobsNameIsAFilesName) {
    for (const auto* name : {"../a", "/dev/sda", "a/b", ".", "", "a\tb", "-x", "$HOME", "a'b"}) {
        const auto read = read_fio_job(std::string("[") + name + "]\nrw=read\n");
        ASSERT_FALSE(read) << name;
        EXPECT_EQ(read.error().code, ErrorCode::refused);
    }
    EXPECT_TRUE(read_fio_job("[random read, 4k]\nrw=read\n"));
    // A newline ends the name: what follows is judged as a line of its own.
    EXPECT_FALSE(read_fio_job("[a\nfilename=/dev/sda]\nrw=read\n"));
}

TEST(FioJob, WhatIsNoJobFileIsUsage) {
    for (const auto* text :
         {"", "\n\n", "# only\n", "[global]\nbs=4k\n", "rw=read\n", "[a\nrw=read"}) {
        const auto read = read_fio_job(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, ErrorCode::usage);
    }
}

// What is written has only lines that were judged, whatever was read.
TEST(FioJob, CommentsAndFreeTextAreLeftOut) {
    const auto read = read_fio_job(
        "# [b]\n; filename=/dev/sda\n[a] filename=/dev/sda\nrw=read;filename=/dev/sda\n"
        "description='; $(reboot)'\r\n");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text(1024), "[a]\nrw=read\nsize=1024\n");
    const auto again = read_fio_job(read->text(1024));
    EXPECT_EQ(again->text(1), read->text(1024));
}

TEST(FioJob, ASizeIsGivenToThoseWithoutOne) {
    const auto text = read_fio_job(
                          "[a]\nrw=read\n[global]\nsize=1m\n[b]\nrw=read\n[c]\nsize=2m\n"
                          "[global]\nbs=4k\n[d]\nrw=read\n")
                          ->text(77);
    EXPECT_THAT(text, HasSubstr("[a]\nrw=read\nsize=77\n[global]"));
    EXPECT_EQ(text.find("size=77"), text.rfind("size=77"));
}

TEST(FioJob, ProcessesAreCountedWithTheirClones) {
    EXPECT_EQ(read_fio_job("[global]\nnumjobs=4\n[a]\nrw=read\n[b]\nnumjobs=2\n")->processes(), 6U);
    EXPECT_EQ(read_fio_job("[a]\nnumjobs=0\n[b]\nnumjobs=-1\n[c]\nrw=read\n")->processes(), 3U);
}

}  // namespace
}  // namespace fstune::knowledge
