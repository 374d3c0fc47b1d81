#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

/// SQLite's C interface with owners and errors.
namespace vouch::reuse {

/// What an error says about the file. Damaged: it is no database or not a sound one. Unusable: it cannot be read or
/// written now (full disk, no permission, locked for too long, no memory).
enum class DatabaseFault { Damaged, Unusable };

class DatabaseError : public std::runtime_error {
public:
  DatabaseError(DatabaseFault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  [[nodiscard]] DatabaseFault fault() const { return fault_; }

private:
  DatabaseFault fault_;
};

/// A prepared statement. Parameters and columns count from 1 and 0, as in SQLite.
class Statement {
public:
  Statement(sqlite3* database, std::string_view sql);

  Statement& bind(int parameter, std::int64_t value);
  /// The bytes must stay until the statement is reset.
  Statement& bind(int parameter, std::string_view bytes);
  /// True: there is a row. Throws DatabaseError.
  bool step();
  [[nodiscard]] std::int64_t integer(int column) const;
  /// Valid until the next step.
  [[nodiscard]] std::string_view bytes(int column) const;
  void reset();

private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Resets the statement when it goes, so that no read transaction stays open.
class StatementUse {
public:
  explicit StatementUse(Statement& statement) : statement_(statement) {}
  StatementUse(const StatementUse&) = delete;
  StatementUse& operator=(const StatementUse&) = delete;
  ~StatementUse() { statement_.reset(); }
  Statement* operator->() { return &statement_; }

private:
  Statement& statement_;
};

class Database {
public:
  /// Opens or makes the file. Waits at most `busy_milliseconds` for other processes, here and later. Throws
  /// DatabaseError, as all functions do.
  Database(const std::string& path, int busy_milliseconds);

  void execute(const std::string& sql);
  std::int64_t integer(std::string_view sql);
  std::string text(std::string_view sql);
  Statement prepare(std::string_view sql) { return Statement(database_.get(), sql); }
  /// Keeps the files of the write-ahead log when the last connection closes: they are found by name, and by then the
  /// name may be that of another database.
  void keep_log_files();

private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::unique_ptr<sqlite3, Close> database_;
};

/// Rolls back unless it was committed.
class Transaction {
public:
  explicit Transaction(Database& database);
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction();
  void commit();

private:
  Database& database_;
  bool is_open_ = true;
};

} // namespace vouch::reuse
