#pragma once

#include "analysis/report/options.hpp"
#include "analysis/reuse/stable_names.hpp"

#include <string>

namespace vouch::reuse {

/// Of what is stored in answer to a question; another one finds nothing of this.
constexpr int stored_format = 5; // 2 could keep "safe" for what cannot be modelled; 5 has facts

/// What is asked of an entry point, by which build, and where: all that an answer depends on but for the code. A line each.
std::string question_about(const cfa::EntryPoint& entry, const cfa::Cfa& cfa, const StableNames& names,
                           const Options& options, const std::string& build);

/// With which means an answer was looked for: what an attempt that has found none depends on, too. One line without its end.
std::string settings_text(const Options& options);

} // namespace vouch::reuse
