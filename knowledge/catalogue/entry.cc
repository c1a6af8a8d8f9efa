#include "knowledge/catalogue/entry.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "knowledge/catalogue/embedded.h"

namespace fstune::knowledge {

namespace {

struct Catalogue {
    std::vector<FilesystemEntry> filesystems;
    std::vector<Entry> entries;
    std::map<std::string, std::size_t> by_name;
};

Catalogue load_all() {
    Catalogue all;
    for (const auto& [name, text] : embedded_catalogue()) {
        auto file = read_catalogue_file(name + ".json", text);
        if (!file) {
            std::fprintf(stderr, "fstune: built-in catalogue: %s\n", file.error().message.c_str());
            std::abort();
        }
        all.filesystems.push_back(std::move(file->filesystem));
        for (auto& entry : file->entries) {
            all.by_name[entry.parameter.name] = all.entries.size();
            all.entries.push_back(std::move(entry));
        }
    }
    return all;
}

const Catalogue& built_in() {
    static const Catalogue all = load_all();
    return all;
}

}  // namespace

const std::vector<Entry>& entries() { return built_in().entries; }

const Entry* find_entry(const std::string& name) {
    const auto found = built_in().by_name.find(name);
    return found == built_in().by_name.end() ? nullptr : &built_in().entries[found->second];
}

const FilesystemEntry* find_filesystem(const std::string& name) {
    const auto& all = built_in().filesystems;
    const auto found = std::ranges::find(all, name, &FilesystemEntry::name);
    return found == all.end() ? nullptr : &*found;
}

const std::string& queue_attribute(const Entry& entry) {
    return entry.write.option.empty() ? entry.parameter.field : entry.write.option;
}

}  // namespace fstune::knowledge
