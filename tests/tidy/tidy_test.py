#!/usr/bin/env python3
"""Breaks each house rule in a project made up for it, and expects tidy.py to notice; see there."""
import pathlib
import tempfile
import unittest

import tidy

HOUSE = {
    "analysis/support/a.hpp": "#pragma once\n",
    "analysis/support/README.md": "Values. See [a](a.hpp).\n\n| file | |\n|---|---|\n| `a` | a value |\n",
    "analysis/cfa/b.hpp": '#include "analysis/support/a.hpp"\n#include <vector>\n',
    "analysis/cfa/README.md": "Programs.\n\n| `b` | a program |\n",
    "protocol/c.cpp": '#include <nlohmann/json.hpp>\nauto method = "vouch/status"; // of /usr/lib/x and "/home/user/x"\n',
    "protocol/README.md": "Messages.\n\n| `c`, `c.cpp` | a message |\n",
    "docs/protocol.md": "`vouch/status` tells.\n",
    "tests/README.md": "Tests.\n",
    "tests/unit/README.md": "Unit tests.\n",
    "tests/unit/cfa/b_test.cpp": '#include "analysis/cfa/b.hpp"\n#include <z3++.h>\n',
}


class TidyTest(unittest.TestCase):
    def offences(self, check, change):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {**HOUSE, **change}.items():
                if text is not None:
                    (root / name).parent.mkdir(parents=True, exist_ok=True)
                    (root / name).write_text(text)
            return list(tidy.CHECKS[check](root))

    def assert_noticed(self, check, change, words):
        found = self.offences(check, change)
        self.assertEqual(len(found), 1, found)
        self.assertIn(words, found[0])

    def test_a_good_house_passes_every_check(self):
        for check in tidy.CHECKS:
            self.assertEqual(self.offences(check, {}), [], check)

    def test_includes(self):
        include = "analysis/support/bad.hpp"
        self.assert_noticed("includes", {include: '#include "analysis/cfa/b.hpp"\n'}, "may not include analysis/cfa")
        self.assert_noticed("includes", {include: "#include <z3++.h>\n"}, "for analysis/smt only")
        self.assert_noticed("includes", {include: "  #  include <llvm/ADT/STLExtras.h>\n"}, "for analysis/frontend only")
        self.assert_noticed("includes", {include: '#include "a.hpp"\n'}, "from the root")
        self.assert_noticed("includes", {"analysis/new/n.cpp": "\n"}, "no entry in the table of rooms")
        self.assert_noticed("includes", {"protocol/bad.hpp": '#include "analysis/support/a.hpp"\n'}, "may not include")
        self.assert_noticed("includes", {"server/lsp/bad.hpp": '#include "analysis/cfa/b.hpp"\n'}, "may not include")
        self.assertEqual(self.offences("includes", {"analysis/frontend/good.hpp": '#include "analysis/cfa/b.hpp"\n'}), [])

    def test_mirrors(self):
        self.assert_noticed("mirrors", {"tests/unit/core/b_test.cpp": ""}, "what it tests is in cfa")

    def test_states(self):
        look = "auto state = core::component<ValueState>(product);\n"
        self.assert_noticed("states", {"analysis/proofs/p.cpp": look}, "names a domain's state")
        self.assertEqual(self.offences("states", {"analysis/domains/values/v.cpp": look}), [])

    def test_tables(self):
        self.assert_noticed("tables", {"analysis/cfa/new.cpp": ""}, "no row for new")
        self.assert_noticed("tables", {"protocol/README.md": "| `c`, `gone` | messages |\n"}, "gone is no file")

    def test_length(self):
        self.assert_noticed("length", {"analysis/cfa/long.cpp": "\n" * 501}, "501 lines")
        self.assertEqual(self.offences("length", {"analysis/cfa/long.cpp": "\n" * 500}), [])

    def test_readmes(self):
        self.assert_noticed("readmes", {"analysis/cfa/README.md": None}, "analysis/cfa: no README.md")
        self.assert_noticed("readmes", {"tests/lsp/a.py": ""}, "tests/lsp: no README.md")

    def test_links(self):
        self.assert_noticed("links", {"docs/a.md": "[x](missing.md#part)\n"}, "missing.md does not exist")
        self.assertEqual(self.offences("links", {"docs/a.md": "[x](../protocol/c.cpp) [y](https://example.org)\n"}), [])

    def test_decisions(self):
        old, new = "docs/decisions/0001-old.md", "docs/decisions/0002-new.md"
        house = {"docs/decisions/README.md": "[0001](0001-old.md) [0002](0002-new.md)\n",
                 old: "# 0001: Old\n\nStatus: holds; changed by [0002](0002-new.md).\n",
                 new: "# 0002: New\n\nStatus: holds.\n\nThis changes [0001](0001-old.md).\n"}
        self.assertEqual(self.offences("decisions", house), [])
        self.assert_noticed("decisions", {**house, old: "# 0001: Old\n\nIt is so.\n"}, "no line `Status")
        self.assert_noticed("decisions", {**house, new: "# 0002: New\n\nStatus: holds.\n"}, "does not link to 0001")
        self.assert_noticed("decisions", {**house, "docs/decisions/README.md": "[0002](0002-new.md)\n"}, "0 times")
        gone = "# 0001: Old\n\nStatus: replaced by [0009](0009-gone.md).\n"
        self.assert_noticed("decisions", {**house, old: gone}, "there is no 0009")

    def test_paths(self):
        self.assert_noticed("paths", {"docs/a.md": "see /some" "where/else\n"}, "/somewhere/")
        self.assert_noticed("paths", {"analysis/cfa/b.hpp": "// TO" "DO: finish\n"}, "unfinished")
        self.assert_noticed("paths", {"README.md": "see `../elsewhere/file`\n"}, "leaves the project")

    def test_methods(self):
        self.assert_noticed("methods", {"protocol/d.cpp": 'auto other = "vouch/other";\n'}, "vouch/other is not in")


if __name__ == "__main__":
    unittest.main()
