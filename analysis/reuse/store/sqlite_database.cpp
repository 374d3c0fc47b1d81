#include "analysis/reuse/store/sqlite_database.hpp"

#include <algorithm>
#include <sqlite3.h>

namespace vouch::reuse {
namespace {

/// Names in a damaged file may be any bytes.
std::string printable(std::string text) {
  std::ranges::replace_if(text, [](char byte) { return byte != '\n' && (byte < ' ' || byte > '~'); }, '?');
  return text;
}

[[noreturn]] void fail(sqlite3* database, int code) {
  const int primary = code & 0xff;
  // A schema that is not ours gives SQLITE_ERROR, a column of another type SQLITE_MISMATCH.
  const bool is_damaged = primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB || primary == SQLITE_ERROR ||
                          primary == SQLITE_MISMATCH || primary == SQLITE_CONSTRAINT || primary == SQLITE_FORMAT;
  const char* message = database != nullptr ? sqlite3_errmsg(database) : sqlite3_errstr(code);
  throw DatabaseError(is_damaged ? DatabaseFault::Damaged : DatabaseFault::Unusable, printable(message));
}

} // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement::Statement(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement, nullptr);
  if (code != SQLITE_OK) {
    fail(database, code);
  }
  statement_.reset(statement);
}

Statement& Statement::bind(int parameter, std::int64_t value) {
  if (const int code = sqlite3_bind_int64(statement_.get(), parameter, value); code != SQLITE_OK) {
    fail(database_, code);
  }
  return *this;
}

Statement& Statement::bind(int parameter, std::string_view bytes) {
  const char* data = bytes.data() != nullptr ? bytes.data() : ""; // null would be SQL's null
  if (const int code = sqlite3_bind_blob64(statement_.get(), parameter, data, bytes.size(), SQLITE_STATIC);
      code != SQLITE_OK) {
    fail(database_, code);
  }
  return *this;
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code != SQLITE_ROW && code != SQLITE_DONE) {
    fail(database_, code);
  }
  return code == SQLITE_ROW;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return data != nullptr ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size))
                         : std::string_view();
}

void Statement::reset() {
  sqlite3_reset(statement_.get()); // repeats the error of the last step
  sqlite3_clear_bindings(statement_.get());
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(const std::string& path, int busy_milliseconds) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) {
    fail(database, code);
  }
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, busy_milliseconds);
}

void Database::execute(const std::string& sql) {
  if (const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK) {
    fail(database_.get(), code);
  }
}

std::int64_t Database::integer(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(std::string_view sql) {
  Statement statement = prepare(sql);
  return statement.step() ? printable(std::string(statement.bytes(0))) : std::string();
}

void Database::keep_log_files() {
  int keep = 1;
  sqlite3_file_control(database_.get(), nullptr, SQLITE_FCNTL_PERSIST_WAL, &keep);
}

Transaction::Transaction(Database& database) : database_(database) { database.execute("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (is_open_) {
    try {
      database_.execute("ROLLBACK");
    } catch (const DatabaseError&) {
      // SQLite has rolled back itself: that is what a full disk and an I/O error do.
    }
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  is_open_ = false;
}

} // namespace vouch::reuse
