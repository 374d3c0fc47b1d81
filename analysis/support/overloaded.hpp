#pragma once

namespace vouch {

/// Makes one visitor of several lambdas, for `std::visit`.
template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

} // namespace vouch
