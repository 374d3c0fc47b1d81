#include "analysis/frontend/unit_importer.hpp"

#include <clang/AST/Attr.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Basic/TargetInfo.h>

namespace vouch::frontend {
namespace {

bool same_layout(const clang::RecordDecl* a, const clang::RecordDecl* b) {
  const clang::ASTRecordLayout& left = a->getASTContext().getASTRecordLayout(a);
  const clang::ASTRecordLayout& right = b->getASTContext().getASTRecordLayout(b);
  if (left.getSize() != right.getSize() || left.getAlignment() != right.getAlignment() ||
      left.getFieldCount() != right.getFieldCount()) {
    return false;
  }
  for (unsigned field = 0; field < left.getFieldCount(); ++field) {
    if (left.getFieldOffset(field) != right.getFieldOffset(field)) {
      return false;
    }
  }
  return true;
}

bool same_values(const clang::EnumDecl* a, const clang::EnumDecl* b) {
  return a->getASTContext().getTypeSize(a->getIntegerType()) == b->getASTContext().getTypeSize(b->getIntegerType()) &&
         a->getIntegerType()->isSignedIntegerType() == b->getIntegerType()->isSignedIntegerType();
}

bool same_machine(const clang::ASTContext& a, const clang::ASTContext& b) {
  const clang::LangOptions& left = a.getLangOpts();
  const clang::LangOptions& right = b.getLangOpts();
  return a.getTargetInfo().getTriple() == b.getTargetInfo().getTriple() &&
         llvm::StringRef(a.getTargetInfo().getDataLayoutString()) == b.getTargetInfo().getDataLayoutString() &&
         a.getTypeSize(a.LongDoubleTy) == b.getTypeSize(b.LongDoubleTy) &&
         a.getTypeSize(a.getWideCharType()) == b.getTypeSize(b.getWideCharType()) &&
         left.CharIsSigned == right.CharIsSigned && left.ShortEnums == right.ShortEnums &&
         left.getSignedOverflowBehavior() == right.getSignedOverflowBehavior();
}

} // namespace

UnitImporter::UnitImporter(clang::ASTUnit& to, clang::ASTUnit& from,
                           std::shared_ptr<clang::ASTImporterSharedState> state)
    : ASTImporter(to.getASTContext(), to.getFileManager(), from.getASTContext(), from.getFileManager(), false,
                  std::move(state)),
      to_(to), from_(from), variables_{&from.getASTContext(), {}} {
  // Types that are private to their files may have the same names.
  setODRHandling(ODRHandlingType::Liberal);
  for (clang::ASTUnit* unit : {&to, &from}) {
    unit->getDiagnostics().setClient(new clang::IgnoringDiagConsumer(), true);
  }
}

std::string UnitImporter::obstacle() const {
  const clang::ASTContext& from = from_.getASTContext();
  if (from.getLangOpts().CPlusPlus || from.getLangOpts().ObjC) {
    return "is not C";
  }
  if (!same_machine(to_.getASTContext(), from)) {
    return "is compiled for another machine or with other rules of arithmetic";
  }
  // The importer reads files by their names once more: they must be what was parsed.
  const clang::SourceManager& sources = from_.getSourceManager();
  for (unsigned index = 1; index < sources.local_sloc_entry_size(); ++index) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(index);
    if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry) {
      continue;
    }
    const clang::SrcMgr::ContentCache& content = entry.getFile().getContentCache();
    auto file = to_.getFileManager().getOptionalFileRef(content.OrigEntry->getName());
    auto parsed = content.getBufferIfLoaded();
    if (!parsed) {
      continue;
    }
    auto imported = file ? to_.getSourceManager().getMemoryBufferForFileOrNone(*file) : std::nullopt;
    if (!imported || imported->getBuffer() != parsed->getBuffer()) {
      return "reads " + content.OrigEntry->getName().str() + " with other contents";
    }
  }
  return {};
}

std::string UnitImporter::import(const clang::DeclaratorDecl* definition) {
  llvm::Expected<const clang::Decl*> copy = Import(static_cast<const clang::Decl*>(definition));
  if (!copy) {
    llvm::consumeError(copy.takeError());
    return "has code that cannot be linked";
  }
  return differing_type();
}

void UnitImporter::Imported(clang::Decl* from, clang::Decl* to) {
  const auto* there = llvm::dyn_cast<clang::TagDecl>(from);
  const auto* here = llvm::dyn_cast<clang::TagDecl>(to);
  if (there != nullptr && here != nullptr) {
    tags_.emplace_back(there, here);
  }
  if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(to); variable != nullptr && variable->hasGlobalStorage()) {
    variables_.copies.emplace_back(llvm::cast<clang::VarDecl>(from), variable);
    // Functions of its file that are not imported may write it, and hand out what it holds.
    to->addAttr(clang::UsedAttr::CreateImplicit(to->getASTContext()));
  }
}

std::string UnitImporter::differing_type() const {
  for (const auto& [from, to] : tags_) {
    const clang::TagDecl* there = from->getDefinition();
    const clang::TagDecl* here = to->getDefinition();
    if (there == nullptr || here == nullptr) {
      continue;
    }
    const auto* record = llvm::dyn_cast<clang::RecordDecl>(there);
    const bool is_same = record != nullptr
                             ? same_layout(record, llvm::cast<clang::RecordDecl>(here))
                             : same_values(llvm::cast<clang::EnumDecl>(there), llvm::cast<clang::EnumDecl>(here));
    if (!is_same) {
      return "has another " + there->getKindName().str() + " " + there->getNameAsString();
    }
  }
  return {};
}

} // namespace vouch::frontend
