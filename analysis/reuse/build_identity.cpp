#include "analysis/reuse/build_identity.hpp"

#include "analysis/support/fingerprint.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <map>
#include <span>
#include <string_view>

namespace vouch::reuse {
namespace {

/// The libraries whose answers are a part of ours, as the names of their files begin.
constexpr std::array<std::string_view, 3> deciding_libraries = {"libclang", "libLLVM", "libz3"};

std::string hexadecimal(std::span<const std::byte> bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string result;
  for (std::byte byte : bytes) {
    const auto value = std::to_integer<unsigned>(byte);
    result += {digits[value >> 4U], digits[value & 15U]};
  }
  return result;
}

/// The build id among the notes of a segment; empty if there is none. Notes are a header, a name and a text, each
/// padded to `alignment`.
std::string build_id_in(std::span<const std::byte> notes, std::size_t alignment) {
  const auto padded = [&](std::size_t size) { return (size + alignment - 1) / alignment * alignment; };
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) header{};
    std::memcpy(&header, notes.data(), sizeof header);
    const std::size_t text = sizeof header + padded(header.n_namesz);
    const std::size_t end = text + padded(header.n_descsz);
    if (text + header.n_descsz > notes.size()) {
      break;
    }
    constexpr std::string_view owner("GNU", 4);
    const bool is_build_id = header.n_type == NT_GNU_BUILD_ID && header.n_namesz == owner.size() &&
                             std::memcmp(notes.data() + sizeof header, owner.data(), owner.size()) == 0;
    if (is_build_id) {
      return hexadecimal(notes.subspan(text, header.n_descsz));
    }
    notes = notes.subspan(std::min(end, notes.size()));
  }
  return {};
}

std::string build_id_of(const dl_phdr_info& object) {
  for (std::size_t index = 0; index < object.dlpi_phnum; ++index) {
    const ElfW(Phdr)& segment = object.dlpi_phdr[index];
    if (segment.p_type == PT_NOTE) {
      // The loader has mapped it there for the life of the process.
      const auto* begin = reinterpret_cast<const std::byte*>(object.dlpi_addr + segment.p_vaddr);
      const std::size_t alignment = segment.p_align == 8 ? 8 : 4;
      if (std::string id = build_id_in({begin, segment.p_memsz}, alignment); !id.empty()) {
        return id;
      }
    }
  }
  return {};
}

/// By the name of the object's file, without its folder; the program's own is empty.
using BuildIds = std::map<std::string, std::string>;

int note_object(dl_phdr_info* object, std::size_t /*size*/, void* ids) {
  std::string_view name = object->dlpi_name;
  name.remove_prefix(std::min(name.rfind('/') + 1, name.size()));
  const bool decides = std::ranges::any_of(deciding_libraries, [&](auto known) { return name.starts_with(known); });
  if (name.empty() || decides) {
    static_cast<BuildIds*>(ids)->emplace(name, build_id_of(*object)); // the program comes first
  }
  return 0;
}

std::string digest_of_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return content.empty() ? "" : to_string(fingerprint_of(content));
}

} // namespace

std::string build_identity() {
  BuildIds ids;
  dl_iterate_phdr(note_object, &ids);
  std::string result = ids[""];
  if (result.empty()) {
    result = digest_of_program();
  }
  if (result.empty()) {
    return {};
  }
  for (const auto& [name, id] : ids) {
    result += name.empty() ? "" : "-" + id;
  }
  return result;
}

} // namespace vouch::reuse
