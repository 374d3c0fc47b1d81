#include "server/support/file_uri.hpp"

#include <gtest/gtest.h>

namespace vouch::server {
namespace {

TEST(FileUri, PathsAndBack) {
  for (const char* path : {"/", "/a.c", "/with space/ä/%.c", "/a+b#c?d.c", "/home/user/x-1_2~.c"}) {
    EXPECT_EQ(path_of(uri_of(path)), path);
  }
  EXPECT_EQ(uri_of("/a b.c"), "file:///a%20b.c");
}

TEST(FileUri, AcceptsWhatClientsWrite) {
  EXPECT_EQ(path_of("file:///a%2eC"), "/a.C");
  EXPECT_EQ(path_of("file://localhost/a.c"), "/a.c");
  EXPECT_EQ(path_of("file:/a.c"), "/a.c");
  EXPECT_EQ(path_of("file:///a/../b/./c.c"), "/b/c.c");
  EXPECT_EQ(path_of("file:///a.c#L3"), "/a.c");
}

TEST(FileUri, RefusesTheRest) {
  for (const char* uri : {"", "a.c", "/a.c", "untitled:Untitled-1", "http://host/a.c", "file://host/a.c",
                          "file:", "file:a.c", "file:///a%0", "file:///a%zz", "file:///a%00b", "file://"}) {
    EXPECT_FALSE(path_of(uri)) << uri;
  }
}

} // namespace
} // namespace vouch::server
