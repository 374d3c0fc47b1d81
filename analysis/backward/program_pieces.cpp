#include "analysis/backward/program_pieces.hpp"

#include <algorithm>
#include <map>

namespace vouch::backward {

std::variant<ProgramPieces, NoPieces> pieces_of(const cfa::Cfa& cfa, const facts::TargetReachability& targets,
                                                const core::TargetKeys& excluded, cfa::LocationId start,
                                                domains::PathFormulas& formulas) {
  const proofs::Proof nothing_proved;
  const proofs::BlockContracts no_blocks;
  const proofs::ProgramWalk walk(cfa, targets, nothing_proved, no_blocks, nullptr);
  ProgramPieces result;
  std::map<proofs::ProgramPoint, std::size_t> index;
  const auto place = [&](const proofs::ProgramPoint& point) {
    const auto [known, is_new] = index.try_emplace(point, result.places.size());
    if (is_new) {
      result.places.push_back(point);
    }
    return known->second;
  };
  place({start, {}});
  for (std::size_t from = 0; from < result.places.size(); ++from) {
    const proofs::ProgramPoint begin = result.places[from];
    const std::optional<std::vector<proofs::ProgramPoint>> points = proofs::points_behind(begin, walk);
    if (!points) {
      return NoPieces{"a loop without a head"};
    }
    std::map<proofs::ProgramPoint, domains::PathFormulaId> paths = {{begin, domains::PathFormulas::start()}};
    std::map<std::size_t, std::size_t> piece_to; // by place
    std::map<core::TargetKey, std::size_t> piece_to_target;
    const auto add = [&](auto& known, const auto& key, const Piece& piece) {
      const auto [at, is_new] = known.try_emplace(key, result.pieces.size());
      if (is_new) {
        result.pieces.push_back(piece);
      } else {
        domains::PathFormulaId& all = result.pieces[at->second].paths;
        all = formulas.merge(all, piece.paths);
      }
    };
    for (const proofs::ProgramPoint& point : *points) {
      for (const proofs::ProgramStep& step : walk.steps_from(point)) {
        const domains::PathFormulaId path = formulas.extend(paths.at(point), step.edge);
        if (step.forbidden) {
          if (excluded.contains(*step.forbidden)) {
            continue;
          }
          if (step.forbidden->kind != core::TargetKind::Property) {
            return NoPieces{"a function that calls itself, or a construct that is not understood"};
          }
          add(piece_to_target, *step.forbidden, {from, std::nullopt, *step.forbidden, path});
        } else if (walk.is_cut(step.target)) {
          const std::size_t to = place(step.target);
          add(piece_to, to, {from, to, {}, path});
        } else if (const auto known = paths.find(step.target); known != paths.end()) {
          known->second = formulas.merge(known->second, path);
        } else {
          paths.emplace(step.target, path);
        }
      }
    }
  }
  return result;
}

} // namespace vouch::backward
