"""The table of projects: where the C comes from, which of its files are checked, and how they are compiled.

Files are the core of a library, without its tests, examples and programs. What a configure script would write is here, as a text
with no more in it than the files ask for.
"""

import dataclasses

# Debian's release that the source packages are of.
RELEASE = "bookworm"


@dataclasses.dataclass(frozen=True)
class DebianSource:
    """A source package of RELEASE."""
    package: str
    version: str
    sha256: str  # of the .dsc, which has the hashes of the archives that belong to it


@dataclasses.dataclass(frozen=True)
class NpmSource:
    """A package of npm's registry."""
    package: str
    version: str
    sha256: str  # of the archive


@dataclasses.dataclass(frozen=True)
class Project:
    """C files of one source. All paths are relative to the topmost folder of what it unpacks to."""
    source: DebianSource | NpmSource
    files: tuple[str, ...]  # patterns; each has to match
    without: tuple[str, ...] = ()  # patterns of those that do not count, by their paths
    includes: tuple[str, ...] = ()  # behind the folder of what is written
    defines: tuple[str, ...] = ()
    written: dict[str, str] = dataclasses.field(default_factory=dict)  # the text of each header that a build would make


def defined(*macros: str) -> str:
    """A text that defines these, each a name or a name and what it stands for."""
    return "".join(f"#define {macro if ' ' in macro else macro + ' 1'}\n" for macro in macros)


# The headers of yajl are installed into a folder of their own, and include each other from there.
YAJL_HEADERS = {
    **{f"yajl/yajl_{name}.h": f'#include "api/yajl_{name}.h"\n' for name in ("common", "gen", "parse", "tree")},
    "yajl/yajl_version.h": "#include <yajl/yajl_common.h>\n" + defined("YAJL_VERSION 20100")
                           + "extern int YAJL_API yajl_version(void);\n",
}

PROJECTS = {
    "bzip2": Project(
        DebianSource("bzip2", "1.0.8-5", "ed9c40f4de3f9e064535e15eac1c61a0f606763db98f4579dbc04067b94a8944"),
        ("blocksort.c", "bzlib.c", "compress.c", "crctable.c", "decompress.c", "huffman.c", "randtable.c"),
        defines=("_FILE_OFFSET_BITS=64",)),
    "cjson": Project(
        DebianSource("cjson", "1.7.15-1+deb12u4", "764c2de141d680f4fb4cada30c526dacaa30ead061b9b9c34f2b81e2df0f8439"),
        ("cJSON.c", "cJSON_Utils.c")),
    "cmark": Project(
        DebianSource("cmark", "0.30.2-6", "ba2b32318538b710166cfa2b256b0c8dc9eab6b2d68de3027cff53ce2639cb99"),
        ("src/*.c",), without=("src/main.c",), includes=("src",),
        written={
            "config.h": "#include <stdbool.h>\n" + defined(
                "HAVE_STDBOOL_H", "HAVE___BUILTIN_EXPECT", "HAVE___ATTRIBUTE__", "CMARK_ATTRIBUTE(list) __attribute__(list)",
                "CMARK_INLINE inline"),
            "cmark_export.h": defined("CMARK_EXPORT ", "CMARK_NO_EXPORT "),
            "cmark_version.h": defined("CMARK_VERSION ((0 << 16) | (30 << 8) | 2)", 'CMARK_VERSION_STRING "0.30.2"')}),
    "expat": Project(
        DebianSource("expat", "2.5.0-1+deb12u2", "6fc87dbd01f49999ed368cfb37c08d35e41348dda2281d60642f3aa14cb77e32"),
        ("expat/lib/xmlparse.c", "expat/lib/xmlrole.c", "expat/lib/xmltok.c"), includes=("expat/lib",),
        written={"expat_config.h": defined("BYTEORDER 1234", "HAVE_GETRANDOM", "XML_CONTEXT_BYTES 1024", "XML_DEV_URANDOM",
                                           "XML_DTD", "XML_NS")}),
    "giflib": Project(
        DebianSource("giflib", "5.2.1-2.5+deb12u1", "5206a92fd4a057768f429033a3a80bc1e06453f6c60dfec243d8188fa6ade3f4"),
        ("dgif_lib.c", "egif_lib.c", "gifalloc.c", "gif_err.c", "gif_font.c", "gif_hash.c", "openbsd-reallocarray.c",
         "quantize.c"), defines=("_GNU_SOURCE",)),
    "hiredis": Project(
        DebianSource("hiredis", "0.14.1-3", "6dee69e4c29f8b71de5e4ac76d1f887a6c545bd49b6801bcf2c03b646c98a235"),
        ("alloc.c", "async.c", "hiredis.c", "net.c", "read.c", "sds.c")),
    "http-parser": Project(
        DebianSource("http-parser", "2.9.4-5", "3ef34ef3eb1889482a790b5f1db2ed1aa5736da3bd3a04954fe5dfce4c0035f8"),
        ("http_parser.c",)),
    "jansson": Project(
        DebianSource("jansson", "2.14-2", "6296ddd9c0a022bd1b70074aefb171cfcdf5694a04ffd32b35fd66097621af87"),
        ("src/*.c",), includes=("src",), defines=("HAVE_CONFIG_H",),
        written={
            "jansson_config.h": defined(
                "JSON_INLINE inline", "JSON_INTEGER_IS_LONG_LONG", "JSON_HAVE_LOCALECONV", "JSON_HAVE_ATOMIC_BUILTINS",
                "JSON_HAVE_SYNC_BUILTINS", "JSON_PARSER_MAX_DEPTH 2048"),
            "jansson_private_config.h": defined(
                "HAVE_ATOMIC_BUILTINS", "HAVE_CLOSE", "HAVE_ENDIAN_H", "HAVE_FCNTL_H", "HAVE_GETPID", "HAVE_GETTIMEOFDAY",
                "HAVE_OPEN", "HAVE_READ", "HAVE_SCHED_H", "HAVE_SCHED_YIELD", "HAVE_STDINT_H", "HAVE_SYNC_BUILTINS",
                "HAVE_SYS_PARAM_H", "HAVE_SYS_STAT_H", "HAVE_SYS_TIME_H", "HAVE_SYS_TYPES_H", "HAVE_UNISTD_H",
                "INITIAL_HASHTABLE_ORDER 3", "USE_URANDOM")}),
    "kissfft": Project(
        DebianSource("kissfft", "131.1.0-4.1~deb12u1", "f1127030755a796521f8f0977f448a5c450d00e743cf316333c3bc860e137eb2"),
        ("kfc.c", "kiss_fft.c", "kiss_fftnd.c", "kiss_fftndr.c", "kiss_fftr.c")),
    "libcsv": Project(
        DebianSource("libcsv", "3.0.3+dfsg-6", "3e0a27ba29b9435d8bf7cbd825a1cdbec8375dedc8bffaf7ea458c15f238bc3f"),
        ("libcsv.c",)),
    "libestr": Project(
        DebianSource("libestr", "0.1.11-1", "972ae4d0e689f3eca05003dfe1f1e3650641f041467e04f0bac966497bf1daf9"),
        ("src/libestr.c", "src/string.c"), includes=("include",),
        written={"config.h": defined('VERSION "0.1.11"')}),
    "libmodbus": Project(
        DebianSource("libmodbus", "3.1.6-2.1", "3b6784f583efbdbf3f1ef375cbf418247509a3a060166d6521726662db001b4b"),
        ("src/*.c",), includes=("src",), defines=("_GNU_SOURCE",),
        written={
            "config.h": defined("HAVE_ACCEPT4", "HAVE_BYTESWAP_H", "HAVE_DECL_TIOCM_RTS", "HAVE_DECL_TIOCSRS485"),
            "modbus-version.h": defined("LIBMODBUS_VERSION_MAJOR 3", "LIBMODBUS_VERSION_MINOR 1", "LIBMODBUS_VERSION_MICRO 6",
                                        'LIBMODBUS_VERSION_STRING "3.1.6"')}),
    "libyaml": Project(
        DebianSource("libyaml", "0.2.5-1", "1edbf86e5cd76937ff62892ba6c2537456d645d834d4cd4a82430b8be7051bf4"),
        ("src/*.c",), includes=("include", "src"), defines=("HAVE_CONFIG_H",),
        written={"config.h": defined("YAML_VERSION_MAJOR 0", "YAML_VERSION_MINOR 2", "YAML_VERSION_PATCH 5",
                                     'YAML_VERSION_STRING "0.2.5"')}),
    "lmdb": Project(
        NpmSource("lmdb", "3.5.6", "6b20d08ca52121003469964d53ddf049ff9bfefc37db86e181912b33b8f0b758"),
        ("dependencies/lmdb/libraries/liblmdb/mdb.c", "dependencies/lmdb/libraries/liblmdb/midl.c")),
    "lua": Project(
        DebianSource("lua5.4", "5.4.4-3+deb12u1", "d47c50154294a68c8a209c5d61bc09e5b22891c01b7c47501ac3f9725eb4a813"),
        ("src/*.c",), without=("src/lua.c", "src/luac.c"), defines=("LUA_COMPAT_5_3", "LUA_USE_LINUX"),
        written={"lua5.4-deb-multiarch.h": defined('DEB_HOST_MULTIARCH "x86_64-linux-gnu"')}),
    "lz4": Project(
        DebianSource("lz4", "1.9.4-1", "e16302bca544d08d106efc216541f4a0403c8f8a5fad5eaac7588223a55af263"),
        ("lib/lz4.c", "lib/lz4file.c", "lib/lz4frame.c", "lib/lz4hc.c", "lib/xxhash.c"), defines=("XXH_NAMESPACE=LZ4_",)),
    "nanopb": Project(
        DebianSource("nanopb", "0.4.7-2", "49027ea6f5e16fdc740868833346b6f073485ac44bcdcfa92069f43563eedbe7"),
        ("pb_common.c", "pb_decode.c", "pb_encode.c")),
    "sqlite": Project(
        NpmSource("better-sqlite3", "12.11.1", "ebf0ed75a7a59dbcb3b24bbd014ef49d9f15bc328e4adcbf516f2a8fadfa2835"),
        ("deps/sqlite3/sqlite3.c",)),
    "tree-sitter": Project(
        NpmSource("tree-sitter", "0.25.1", "07aeba8dd71630e7e72b2d4ca3bd2680c3471824100cc5ebff44e78a6ed0b6d3"),
        ("vendor/tree-sitter/lib/src/*.c",),
        includes=("vendor/tree-sitter/lib/include", "vendor/tree-sitter/lib/src")),
    "utf8proc": Project(
        DebianSource("utf8proc", "2.8.0-1", "6ce2b0ab12fe7d0c3fd0a40d4eb886ae82bf6ea356e4db1a0a9f76582947625c"),
        ("utf8proc.c",)),
    "yajl": Project(
        DebianSource("yajl", "2.1.0-3+deb12u2", "38420d432584960203b37e108bcf39a5b6f0f2c96620af51e358ad2ce2e8746b"),
        ("src/*.c",), includes=("src",), written=YAJL_HEADERS),
    "zlib": Project(
        DebianSource("zlib", "1:1.2.13.dfsg-1", "3fa1e6b2fc525062aa88207dda52fed8e045373c809d362fe8a2bfbf7cf515a8"),
        ("*.c",), defines=("HAVE_UNISTD_H", "HAVE_STDARG_H", "_LARGEFILE64_SOURCE=1")),
}
