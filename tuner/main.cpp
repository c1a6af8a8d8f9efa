#include "tuner/cli/run.h"

int main(int argc, char** argv) { return fstune::tuner::run(argc, argv); }
