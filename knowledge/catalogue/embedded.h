// The catalogue's JSON files as they were when the program was built, by file name without ".json".
// Not for use outside the catalogue's own loader. Threads: safe, constant after first use.
#pragma once

#include <map>
#include <string>

namespace fstune::knowledge {

const std::map<std::string, std::string>& embedded_catalogue();

}  // namespace fstune::knowledge
