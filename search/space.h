// Which configurations there are: one or more filesystems, each with its parameters, and the
// parameters of the block queue that belong to all of them. Conditional parameters are active
// only while their conditions hold; a parameter that is not active counts as having its default.
//
// A canonical Configuration holds neither inactive parameters nor values equal to the default;
// configurations are compared, stored and told in that form. The default is the empty one.
// Threads: const use is safe.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "knowledge/configuration.h"
#include "knowledge/parameter.h"

namespace fstune::search {

class Space {
  public:
    // Parameters already cut down to what the kernel, tools, device and allowed risk accept.
    // A parameter whose filesystem is "queue" belongs to every filesystem.
    Space(std::vector<std::string> filesystems, std::vector<knowledge::Parameter> parameters);

    const std::vector<std::string>& filesystems() const { return filesystems_; }
    const std::vector<knowledge::Parameter>& parameters() const { return parameters_; }
    const knowledge::Parameter* find(const std::string& name) const;

    // Parameters of this filesystem, active or not, in the order given.
    std::vector<const knowledge::Parameter*> of(const std::string& filesystem) const;
    // Parameters of this configuration's filesystem whose conditions hold in it.
    std::vector<const knowledge::Parameter*> active(const knowledge::Configuration&) const;
    knowledge::Value value(const knowledge::Configuration&, const knowledge::Parameter&) const;
    knowledge::Configuration canonical(const knowledge::Configuration&) const;
    knowledge::Configuration complete(const knowledge::Configuration&) const;  // defaults filled in
    bool contains(const knowledge::Configuration&) const;
    // No values that contradict each other (knowledge/constraints.h). The defaults always are.
    bool consistent(const knowledge::Configuration&) const;
    knowledge::Configuration default_of(const std::string& filesystem) const;

    // How many configurations there are; infinity where too many to count in a double. Where the
    // parameters that others depend on have very many values, an upper bound.
    double size() const;

  private:
    bool is_canonical(const knowledge::Configuration&) const;

    std::vector<std::string> filesystems_;
    std::vector<knowledge::Parameter> parameters_;
    std::map<std::string, std::size_t> by_name_;
    bool constrained_ = false;
};

}  // namespace fstune::search
