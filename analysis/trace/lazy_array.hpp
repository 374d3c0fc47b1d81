#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vouch::trace {

/// An array of which only those parts take memory that were written since all elements had the same value: callers may
/// pass buffers of megabytes, of which a run looks at a few bytes. One that is small lies in one piece.
template <class T>
class LazyArray {
public:
  /// Gives the array `size` elements with this value.
  void assign(std::size_t size, T value) {
    size_ = size;
    common_ = value;
    pages_.clear();
    if (size <= page_size) {
      whole_.assign(size, value);
    } else {
      whole_.clear();
      pages_.resize((size + page_size - 1) / page_size);
    }
  }

  /// No elements; memory of small arrays is kept for the next `assign`.
  void clear() { assign(0, T{}); }

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }

  T operator[](std::size_t index) const {
    if (size_ <= page_size) {
      return whole_[index];
    }
    const std::vector<T>& page = pages_[index / page_size];
    return page.empty() ? common_ : page[index % page_size];
  }

  void set(std::size_t index, T value) {
    if (size_ <= page_size) {
      whole_[index] = value;
    } else {
      written_page(index / page_size)[index % page_size] = value;
    }
  }

  void fill(std::size_t offset, std::size_t count, T value) {
    for_each_part(offset, count, [&](T* part, std::size_t, std::size_t length) { std::fill_n(part, length, value); });
  }

  void write(std::size_t offset, const T* values, std::size_t count) {
    for_each_part(offset, count,
                  [&](T* part, std::size_t begin, std::size_t length) { std::copy_n(values + begin, length, part); });
  }

  void read(std::size_t offset, T* values, std::size_t count) const {
    if (size_ <= page_size) {
      std::copy_n(whole_.data() + offset, count, values);
      return;
    }
    for (std::size_t done = 0; done < count;) {
      const std::size_t within = (offset + done) % page_size;
      const std::size_t length = std::min(count - done, page_size - within);
      const std::vector<T>& page = pages_[(offset + done) / page_size];
      if (page.empty()) {
        std::fill_n(values + done, length, common_);
      } else {
        std::copy_n(page.data() + within, length, values + done);
      }
      done += length;
    }
  }

  /// Calls `look` with the index and the value of each element that was written; perhaps of others, too.
  template <class Look>
  void for_each_written(const Look& look) const {
    for (std::size_t index = 0; index < whole_.size(); ++index) {
      look(index, whole_[index]);
    }
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      for (std::size_t index = 0; index < pages_[page].size(); ++index) {
        look(page * page_size + index, pages_[page][index]);
      }
    }
  }

private:
  static constexpr std::size_t page_size = 16384;

  std::vector<T>& written_page(std::size_t number) {
    std::vector<T>& page = pages_[number];
    if (page.empty()) {
      page.assign(std::min(page_size, size_ - number * page_size), common_);
    }
    return page;
  }

  /// Calls `change` with a part of the elements, its distance from `offset`, and how many they are.
  template <class Change>
  void for_each_part(std::size_t offset, std::size_t count, const Change& change) {
    if (size_ <= page_size) {
      change(whole_.data() + offset, 0, count);
      return;
    }
    for (std::size_t done = 0; done < count;) {
      const std::size_t within = (offset + done) % page_size;
      const std::size_t length = std::min(count - done, page_size - within);
      change(written_page((offset + done) / page_size).data() + within, done, length);
      done += length;
    }
  }

  std::size_t size_ = 0;
  T common_{};                        ///< of all elements of pages that were not written
  std::vector<T> whole_;              ///< if it is small
  std::vector<std::vector<T>> pages_; ///< otherwise; empty: not written
};

} // namespace vouch::trace
