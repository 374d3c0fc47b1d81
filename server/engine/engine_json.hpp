#pragma once

#include "analysis/report/report.hpp"
#include "server/formats/graph_to_json.hpp"

/// The engine's plain data as JSON, all of it, for another process of the same binary. Not for users.
namespace vouch {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Statistics, refinements, abstract_states, solver_queries, block_hits, block_misses,
                                   block_checks, block_cuts, block_readded, block_rounds, interpolation_nanoseconds,
                                   states_by_analysis)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Place, file, line, column, end_line, end_column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TraceStep, place, function, kind, text, values, is_relevant)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FoldedSteps, first, count, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReplayableRun, entry, inputs)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(UnstatedPrecondition, parameter, condition, assumption)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Violation, property, code, message, function, place, confirmed, kind, trace, run,
                                   fingerprint, native, native_obstacle, precondition, folds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FunctionSummary, requirements, guarantees, changes, followed)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CheckCount, total, open, left_to_callers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(ReportedCheck, place, code, message, state)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PointerFact, name, scope, objects, leads_elsewhere)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FunctionReport, name, place, verdict, reason, milliseconds, from_cache, body,
                                   summary, checks, preconditions, is_left_to_callers, check_list, calls, statics,
                                   is_for_all_callers, assumptions, pointers)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Invariant, function, place, text, variables, about)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Message, severity, place, text)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(PredicatesAt, place, theory, formulas)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(TrackedPrecision, values, thresholds, predicates)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FileReport, path, compiles, verdict, reason, functions, violations, hints,
                                   invariants, unreachable, assumptions, messages, graphs, linked_files, included_files,
                                   statistics, seconds, parse_seconds, precision)

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceInput, path, unsaved, clang_arguments, build_directory)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(FirstLines, first, last)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(AskedPlace, line, column)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Pausing, milliseconds, states, mebibytes)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Options, entry, properties, analysis, data_model, linking, allocation, callers,
                                   blocks, precision_in_key, block_operator, abstraction, precision_scope,
                                   value_threshold, value_scope, elimination_order, value_counting, traversal_order,
                                   seed, product_merge, product_stop, value_merge, precision, pausing,
                                   exported_precision, tree_interpolation, proof_checks, executions, cache_folder,
                                   cache_audit, explanations, graphs, entry_milliseconds, longer_budgets, first_entries,
                                   first_lines, only_checks_at)

} // namespace vouch
