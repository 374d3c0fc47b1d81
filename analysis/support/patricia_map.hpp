#pragma once

#include "analysis/support/hash.hpp"

#include <bit>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

/// Immutable maps from numbers, after C. Okasaki and A. Gill: "Fast mergeable integer maps", ML Workshop 1998.
///
/// A map is a binary trie over the bits of its keys in which every branch has two children; what two maps have in
/// common is one tree, shared. Invariant: the shape of the tree depends on the keys alone and not on the order in which
/// they were entered, so that two maps can be compared side by side, and shared parts are compared by their address.
///
///   { 4 -> a, 5 -> b, 12 -> c }      branch on bit 3
///                                      0: branch on bit 0
///                                           0: 4 -> a
///                                           1: 5 -> b
///                                      1: 12 -> c
///
/// With another value for 12, the new map has a new root and a new leaf, and the branch on bit 0 in common with the
/// old.
namespace vouch {

/// Maps that share something are all in one thread. `Value` is copyable, comparable, and has a `hash_value` or a `std::hash`.
template <class Value>
class PatriciaMap {
public:
  using Key = std::uint64_t;

  PatriciaMap() = default;

  [[nodiscard]] bool empty() const { return root_ == nullptr; }
  [[nodiscard]] std::size_t size() const { return root_ == nullptr ? 0 : root_->size; }

  /// Null if there is none; valid as long as a map that shares the entry.
  [[nodiscard]] const Value* find(Key key) const { return find(root_.get(), key); }

  /// This map, with `key` leading to `value`.
  [[nodiscard]] PatriciaMap with(Key key, Value value) const {
    const Value* present = find(key);
    if (present != nullptr && *present == value) {
      return *this;
    }
    return PatriciaMap(inserted(root_, leaf(key, std::move(value))));
  }

  /// This map without `key`.
  [[nodiscard]] PatriciaMap without(Key key) const {
    return find(key) == nullptr ? *this : PatriciaMap(erased(root_, key));
  }

  /// In ascending order of the keys.
  template <class Visit>
  void for_each(const Visit& visit) const {
    visit_all(root_.get(), visit);
  }

  /// The entries for which `keep(key, value)` holds.
  template <class Keep>
  [[nodiscard]] PatriciaMap filtered(const Keep& keep) const {
    PatriciaMap result = *this;
    for_each([&](Key key, const Value& value) {
      if (!keep(key, value)) {
        result = result.without(key);
      }
    });
    return result;
  }

  /// The keys that both maps have, with what `combine(key, own value, other's value)` makes of them; without those for
  /// which it gives nothing. Requires that it makes nothing else of a value and itself: shared parts are not looked at.
  template <class Combine>
  [[nodiscard]] PatriciaMap intersection(const PatriciaMap& other, const Combine& combine) const {
    return PatriciaMap(intersected(root_, other.root_, combine));
  }

  /// Whether every key of this map is in `other`, and `related(own value, other's value)` holds for all of them.
  /// Requires that the relation is reflexive: shared parts are not looked at.
  template <class Related>
  [[nodiscard]] bool is_within(const PatriciaMap& other, const Related& related) const {
    return is_within(root_.get(), other.root_.get(), related);
  }

  /// A hash of the keys alone.
  [[nodiscard]] std::size_t hash_of_keys() const { return root_ == nullptr ? 0 : root_->hash_of_keys; }

  /// The hash of the map that has this map's entries for the keys of `other`; nothing if one of these keys is missing.
  /// Takes as long as the two maps differ.
  [[nodiscard]] std::optional<std::size_t> hash_restricted_to(const PatriciaMap& other) const {
    if (empty() || other.empty()) {
      return other.empty() ? std::optional(hash_value(other)) : std::nullopt;
    }
    return hash_restricted(root_.get(), other.root_.get());
  }

  friend bool operator==(const PatriciaMap& left, const PatriciaMap& right) {
    return left.size() == right.size() && hash_value(left) == hash_value(right) &&
           left.is_within(right, [](const Value& a, const Value& b) { return a == b; });
  }
  friend std::size_t hash_value(const PatriciaMap& map) { return map.root_ == nullptr ? 0 : map.root_->hash; }

private:
  struct Node;
  using NodeRef = boost::intrusive_ptr<const Node>;
  /// A leaf or a branch. There are several for each abstract state, so what only one of the two has is in neither's way.
  struct Node {
    Key key = 0;          ///< of a leaf; of a branch: the bits that all keys below have above the branching bit
    std::size_t hash = 0; ///< of the entries below
    std::size_t hash_of_keys = 0;
    mutable std::uint32_t uses = 0;
    std::uint32_t size : 25 = 1;
    std::uint32_t height : 7 = 0; ///< 0: a leaf; else one more than the number of the branching bit

    [[nodiscard]] bool is_leaf() const { return height == 0; }
    /// Requires a leaf.
    [[nodiscard]] const Value& value() const { return static_cast<const Leaf*>(this)->stored; }
    /// The keys without the branching bit, and those with it. Require a branch.
    [[nodiscard]] const NodeRef& left() const { return static_cast<const Branch*>(this)->without_bit; }
    [[nodiscard]] const NodeRef& right() const { return static_cast<const Branch*>(this)->with_bit; }
    [[nodiscard]] Key branching_bit() const { return Key{1} << (height - 1); }
    [[nodiscard]] const NodeRef& half_of(Key other) const { return (other & branching_bit()) == 0 ? left() : right(); }
    /// Whether `other` has the same bits above the branching bit.
    [[nodiscard]] bool covers(Key other) const { return prefix(other, branching_bit()) == key; }

    static void destroy(const Node* node) {
      if (node->is_leaf()) {
        delete static_cast<const Leaf*>(node);
      } else {
        delete static_cast<const Branch*>(node);
      }
    }
    friend void intrusive_ptr_add_ref(const Node* node) { ++node->uses; }
    friend void intrusive_ptr_release(const Node* node) {
      if (--node->uses == 0) {
        destroy(node);
      }
    }
  };
  struct Leaf : Node {
    Value stored;
  };
  struct Branch : Node {
    NodeRef without_bit;
    NodeRef with_bit;
  };

  explicit PatriciaMap(NodeRef root) : root_(std::move(root)) {}

  static Key prefix(Key key, Key branching_bit) { return key & ~(branching_bit | (branching_bit - 1)); }

  static NodeRef leaf(Key key, Value value) {
    boost::intrusive_ptr<Leaf> node(new Leaf());
    node->key = key;
    if constexpr (requires { hash_value(value); }) {
      node->hash = hash_of(key, hash_value(value));
    } else {
      node->hash = hash_of(key, value);
    }
    node->hash_of_keys = hash_of(key);
    node->stored = std::move(value);
    return node;
  }

  static NodeRef branch(Key prefix, Key branching_bit, NodeRef left, NodeRef right) {
    boost::intrusive_ptr<Branch> node(new Branch());
    node->key = prefix;
    node->height = static_cast<std::uint32_t>(std::bit_width(branching_bit)) & 0x7F;
    node->size = left->size + right->size;
    node->hash = hash_of(left->hash, right->hash);
    node->hash_of_keys = hash_of(left->hash_of_keys, right->hash_of_keys);
    node->without_bit = std::move(left);
    node->with_bit = std::move(right);
    return node;
  }

  /// The smallest tree of two whose prefixes differ.
  static NodeRef joined(NodeRef a, NodeRef b) {
    const Key branching_bit = std::bit_floor(a->key ^ b->key);
    const Key common = prefix(a->key, branching_bit);
    if ((a->key & branching_bit) != 0) {
      std::swap(a, b);
    }
    return branch(common, branching_bit, std::move(a), std::move(b));
  }

  static NodeRef inserted(const NodeRef& node, NodeRef added) {
    if (node == nullptr || (node->is_leaf() && node->key == added->key)) {
      return added;
    }
    if (node->is_leaf() || !node->covers(added->key)) {
      return joined(node, std::move(added));
    }
    const Key bit = node->branching_bit();
    return (added->key & bit) == 0 ? branch(node->key, bit, inserted(node->left(), std::move(added)), node->right())
                                   : branch(node->key, bit, node->left(), inserted(node->right(), std::move(added)));
  }

  /// Requires that the key is there.
  static NodeRef erased(const NodeRef& node, Key key) {
    if (node->is_leaf()) {
      return nullptr;
    }
    const Key bit = node->branching_bit();
    const bool is_left = (key & bit) == 0;
    NodeRef rest = erased(node->half_of(key), key);
    if (rest == nullptr) {
      return is_left ? node->right() : node->left();
    }
    return is_left ? branch(node->key, bit, std::move(rest), node->right())
                   : branch(node->key, bit, node->left(), std::move(rest));
  }

  static const Value* find(const Node* node, Key key) {
    while (node != nullptr && !node->is_leaf()) {
      node = node->half_of(key).get();
    }
    return node != nullptr && node->key == key ? &node->value() : nullptr;
  }

  template <class Combine>
  static NodeRef intersected(const NodeRef& own, const NodeRef& other, const Combine& combine) {
    if (own == other || own == nullptr || other == nullptr) {
      return own == other ? own : nullptr;
    }
    if (own->is_leaf() || other->is_leaf()) {
      const Key key = own->is_leaf() ? own->key : other->key;
      const Value* left = find(own.get(), key);
      const Value* right = find(other.get(), key);
      std::optional<Value> combined = left != nullptr && right != nullptr ? combine(key, *left, *right) : std::nullopt;
      return combined ? leaf(key, *std::move(combined)) : nullptr;
    }
    if (own->height != other->height) {
      const bool own_is_wider = own->height > other->height;
      if (own_is_wider ? !own->covers(other->key) : !other->covers(own->key)) {
        return nullptr;
      }
      return own_is_wider ? intersected(own->half_of(other->key), other, combine)
                          : intersected(own, other->half_of(own->key), combine);
    }
    if (own->key != other->key) {
      return nullptr;
    }
    NodeRef left = intersected(own->left(), other->left(), combine);
    NodeRef right = intersected(own->right(), other->right(), combine);
    if (left == nullptr || right == nullptr) {
      return left == nullptr ? right : left;
    }
    const bool is_own = left == own->left() && right == own->right();
    return is_own ? own : branch(own->key, own->branching_bit(), std::move(left), std::move(right));
  }

  template <class Visit>
  static void visit_all(const Node* node, const Visit& visit) {
    if (node == nullptr) {
      return;
    }
    if (node->is_leaf()) {
      visit(node->key, node->value());
      return;
    }
    visit_all(node->left().get(), visit);
    visit_all(node->right().get(), visit);
  }

  template <class Related>
  static bool is_within(const Node* part, const Node* whole, const Related& related) {
    if (part == whole || part == nullptr) {
      return true;
    }
    if (whole == nullptr || part->size > whole->size) {
      return false;
    }
    if (whole->is_leaf()) { // then `part` is one, too
      return part->key == whole->key && related(part->value(), whole->value());
    }
    if (part->height < whole->height) {
      return whole->covers(part->key) && is_within(part, whole->half_of(part->key).get(), related);
    }
    return part->height == whole->height && part->key == whole->key &&
           is_within(part->left().get(), whole->left().get(), related) &&
           is_within(part->right().get(), whole->right().get(), related);
  }

  /// Requires that neither is null.
  static std::optional<std::size_t> hash_restricted(const Node* node, const Node* keys) {
    if (node == keys) {
      return node->hash;
    }
    if (keys->size > node->size) {
      return std::nullopt;
    }
    if (node->is_leaf()) { // then `keys` is one, too
      return node->key == keys->key ? std::optional(node->hash) : std::nullopt;
    }
    if (keys->height < node->height) {
      return node->covers(keys->key) ? hash_restricted(node->half_of(keys->key).get(), keys) : std::nullopt;
    }
    if (keys->height != node->height || keys->key != node->key) {
      return std::nullopt;
    }
    const std::optional<std::size_t> left = hash_restricted(node->left().get(), keys->left().get());
    const std::optional<std::size_t> right =
        left ? hash_restricted(node->right().get(), keys->right().get()) : std::nullopt;
    return right ? std::optional(hash_of(*left, *right)) : std::nullopt;
  }

  NodeRef root_;
};

} // namespace vouch
