"""Random edits of C files, of the kinds that people make, on tokens, so that strings and comments stay whole.

A body edit may change what a program does; a neutral edit may not. Both are drawn without knowing types: some edits do
not compile, and the caller draws another one then. An edit is a function of the text, the kind and the random numbers.
"""

import dataclasses
import random
import re

TOKEN = re.compile(r"""
    (?P<directive>^[ \t]*\#(?:\\\r?\n|[^\n])*)
  | (?P<comment>/\*.*?\*/|//(?:\\\r?\n|[^\n])*)
  | (?P<string>(?:L|u8|u|U)?"(?:\\.|[^"\\\n])*")
  | (?P<character>(?:L|u|U)?'(?:\\.|[^'\\\n])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[0-9A-Za-z_.])*)
  | (?P<identifier>[A-Za-z_$][A-Za-z_$0-9]*)
  | (?P<newline>\r?\n)
  | (?P<space>[ \t\f\v\r]+)
  | (?P<punctuator><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.VERBOSE | re.MULTILINE | re.DOTALL)

LAYOUT = {"directive", "comment", "newline", "space"}
CLOSING = {"(": ")", "[": "]", "{": "}"}
TYPE_WORDS = set("""void char short int long float double signed unsigned struct union enum const volatile static extern
    register auto inline typedef _Bool __inline __extension__ __const __signed__ __typeof__ typeof""".split())
OTHER_WORDS = set("""if else while for do switch case default break continue return goto sizeof asm __asm__
    __attribute__""".split())
OPERATORS = [["<", "<=", ">", ">=", "==", "!="], ["+", "-", "*"], ["&&", "||"], ["&", "|", "^"], ["<<", ">>"],
             ["+=", "-="], ["++", "--"], ["/", "%"]]


class NotParsed(Exception):
    """The brackets of the text do not match, or a statement does not look like one."""


@dataclasses.dataclass(frozen=True)
class Token:
    kind: str
    text: str
    line: int


@dataclasses.dataclass(frozen=True)
class Span:
    """From one token to another, both included; `kind` says what it is."""
    kind: str
    first: int
    last: int


@dataclasses.dataclass
class Function:
    name: str
    item: Span
    parameters: Span  # the brackets included
    body: Span        # the braces included
    statements: list = dataclasses.field(default_factory=list)  # of Span: simple ones, and conditions


@dataclasses.dataclass(frozen=True)
class Edit:
    kind: str
    place: str  # for people
    text: str   # the whole file behind it


def tokens_of(text: str) -> list:
    found, line = [], 1
    for match in TOKEN.finditer(text):
        found.append(Token(match.lastgroup, match.group(), line))
        line += match.group().count("\n")
    return found


class Source:
    """A file as tokens, top-level items, functions and statements."""

    def __init__(self, text: str):
        self.tokens = tokens_of(text)
        self.words = {token.text for token in self.tokens if token.kind == "identifier"}
        self.directives = "".join(token.text for token in self.tokens if token.kind == "directive")
        self.code = [index for index, token in enumerate(self.tokens) if token.kind not in LAYOUT]
        self.match = self._matching_brackets()
        self.types = set()
        self.items = []
        self.functions = []
        self._read_items()
        for function in self.functions:
            self._read_block(self.code.index(function.body.first), function)

    def at(self, position: int) -> str:
        """The text of a token, by its position among those that are no layout; empty behind the end."""
        return self.tokens[self.code[position]].text if 0 <= position < len(self.code) else ""

    def text_of(self, span: Span) -> str:
        return "".join(token.text for token in self.tokens[span.first:span.last + 1])

    def words_of(self, span: Span) -> list:
        """The same as tokens, without comments, directives and line ends."""
        return [token.text for token in self.tokens[span.first:span.last + 1] if token.kind not in LAYOUT]

    def code_of(self, span: Span) -> str:
        return " ".join(self.words_of(span))

    def _matching_brackets(self) -> dict:
        match, stack = {}, []
        for position in range(len(self.code)):
            word = self.at(position)
            if word in CLOSING:
                stack.append(position)
            elif word in CLOSING.values():
                if not stack or CLOSING[self.at(stack[-1])] != word:
                    raise NotParsed("brackets")
                match[stack.pop()] = position
        if stack:
            raise NotParsed("brackets")
        return match

    def _span(self, kind: str, first: int, last: int) -> Span:
        return Span(kind, self.code[first], self.code[last])

    def _read_items(self):
        position = start = 0
        while position < len(self.code):
            word = self.at(position)
            if word == "{" and self.at(position - 1) == ")":
                self._add_function(start, position)
            elif word != ";":
                position = self.match.get(position, position) + 1
                continue
            else:
                self.items.append(self._span("declaration", start, position))
                if self.at(start) == "typedef":
                    self.types.update(self.at(p) for p in range(start, position)
                                      if self.at(p + 1) in (";", ",", ")", "[") and self.at(p).isidentifier())
            position = start = self.match.get(position, position) + 1

    def _add_function(self, start: int, brace: int):
        item = self._span("function", start, self.match[brace])
        self.items.append(item)
        opening = next((p for p in range(start, brace) if self.at(p) == "(" and self.at(p - 1).isidentifier()
                        and self.at(p - 1) not in OTHER_WORDS), None)
        if opening is not None and self.match[opening] < brace:
            self.functions.append(Function(self.at(opening - 1), item,
                                           self._span("parameters", opening, self.match[opening]),
                                           self._span("body", brace, self.match[brace])))

    def _read_block(self, position: int, function: Function) -> int:
        end = self.match[position]
        position += 1
        while position < end:
            position = self._read_statement(position, function)
        return end + 1

    def _read_statement(self, position: int, function: Function) -> int:
        """Adds the statement at `position`, and those in it; returns the position behind it."""
        word = self.at(position)
        if word == "{":
            return self._read_block(position, function)
        if word in ("if", "while", "switch", "for"):
            closing = self._closing(position + 1)
            if word in ("if", "while") and closing > position + 2:
                function.statements.append(self._span("condition", position + 2, closing - 1))
            position = self._read_statement(closing + 1, function)
            if word == "if" and self.at(position) == "else":
                position = self._read_statement(position + 1, function)
            return position
        if word == "do":
            position = self._read_statement(position + 1, function)
            return self._closing(position + 1) + 2
        if word in ("case", "default") or (self.at(position + 1) == ":" and word.isidentifier()):
            while self.at(position) not in (":", ""):
                position += 1
            return position + 1 if self.at(position + 1) == "}" else self._read_statement(position + 1, function)
        return self._read_simple(position, function)

    def _closing(self, position: int) -> int:
        if self.at(position) != "(":
            raise NotParsed("statement")
        return self.match[position]

    def _read_simple(self, start: int, function: Function) -> int:
        position = start
        while self.at(position) not in (";", "", "}"):
            position = self.match.get(position, position) + 1
        if self.at(position) != ";":
            raise NotParsed("statement")
        first, second = self.at(start), self.at(start + 1)
        if first in TYPE_WORDS or (first in self.types and (second == "*" or second.isidentifier())):
            kind = "declaration"
        else:
            kind = first if first in ("return", "goto", "break", "continue") else "expression"
        if position > start:
            function.statements.append(self._span(kind, start, position))
        return position + 1


class Editor:
    """Draws edits of one text."""

    def __init__(self, text: str, choose: random.Random):
        self.source = Source(text)
        self.choose = choose

    def edit(self, kind: str):
        """An edit of that kind, or None if the text has no place for one."""
        changes = {**BODY_EDITS, **NEUTRAL_EDITS}[kind](self)
        if not changes:
            return None
        tokens, pieces, position = self.source.tokens, [], 0
        for first, last, text in sorted(changes):
            pieces += [token.text for token in tokens[position:first]] + [text]
            position = last + 1
        pieces += [token.text for token in tokens[position:]]
        first, last, text = min(changes)
        before = "".join(token.text for token in tokens[first:last + 1])
        line = tokens[min(first, len(tokens) - 1)].line
        place = f"line {line}: '{shortened(before)}' -> '{shortened(text)}'"
        if len(changes) > 1:
            place += f" and {len(changes) - 1} more"
        return Edit(kind, place, "".join(pieces))

    # A change is (first token, last token, text instead of them); nothing is replaced if the last is before the first.

    def _one_of(self, candidates):
        candidates = list(candidates)
        return self.choose.choice(candidates) if candidates else None

    def _statement(self, *kinds):
        return self._one_of(span for function in self.source.functions for span in function.statements
                            if span.kind in kinds)

    def _tokens_in_bodies(self):
        return (index for function in self.source.functions
                for index in range(function.body.first, function.body.last + 1))

    def _fresh(self, prefix: str) -> str:
        while True:
            name = f"{prefix}_{self.choose.randrange(10000)}"
            if name not in self.source.words and name not in self.source.directives:
                return name

    def constant(self):
        tokens = self.source.tokens
        index = self._one_of(i for i in self._tokens_in_bodies()
                             if tokens[i].kind == "number" and re.fullmatch(r"[0-9]+[uUlL]*", tokens[i].text))
        if index is None:
            return None
        digits, suffix = re.fullmatch(r"([0-9]+)([uUlL]*)", tokens[index].text).groups()
        value = int(digits, 8 if digits.startswith("0") and digits.isdigit() and "8" not in digits
                    and "9" not in digits else 10)
        other = self._one_of({value + 1, max(value - 1, 0), 2 * value, 0, 1, self.choose.randrange(100)} - {value})
        return [(index, index, f"{other}{suffix}")]

    def operator(self):
        source, candidates = self.source, []
        for function in source.functions:
            for span in function.statements:
                if span.kind == "declaration":
                    continue
                for index in range(span.first, span.last + 1):
                    family = next((family for family in OPERATORS if source.tokens[index].text in family), None)
                    if family and source.tokens[index].text != "*" and self._behind_operand(index, span):
                        candidates.append((index, family))
        chosen = self._one_of(candidates)
        if chosen is None:
            return None
        index, family = chosen
        return [(index, index, self._one_of(word for word in family if word != source.tokens[index].text))]

    def _behind_operand(self, index: int, span: Span) -> bool:
        before = [token for token in self.source.tokens[span.first:index] if token.kind not in LAYOUT]
        return bool(before) and (before[-1].kind in ("identifier", "number") or before[-1].text in (")", "]"))

    def replaced_statement(self):
        function = self._one_of(self.source.functions)
        spans = [span for span in function.statements if span.kind == "expression"] if function else []
        if len(spans) < 2:
            return None
        one, other = self.choose.sample(spans, 2)
        return [(one.first, one.last, self.source.code_of(other))]

    def negated_condition(self):
        span = self._statement("condition")
        return span and [(span.first, span.last, f"!({self.source.code_of(span)})")]

    def deleted_statement(self):
        span = self._statement("expression", "goto", "break", "continue")
        return span and [(span.first, span.last, ";")]

    def repeated_statement(self):
        span = self._statement("expression")
        return span and [(span.first, span.last, "{ " + 2 * (self.source.code_of(span) + " ") + "}")]

    def _before(self, span: Span, statement: str):
        return (span.first, span.last, f"{{ {statement} {self.source.code_of(span)} }}")

    def added_statement(self):
        function = self._one_of(self.source.functions)
        spans = [span for span in function.statements if span.kind in ("expression", "return")] if function else []
        targets = [match.group(1) for span in spans
                   if (match := re.match(r"([A-Za-z_]\w*) = [^=]", self.source.code_of(span)))]
        if not targets:
            return None
        target = self.choose.choice(targets)
        statement = self.choose.choice([f"{target} = {self.choose.randrange(10)};", f"{target}++;",
                                        f"if ({target} > {self.choose.randrange(10)}) {target} = 0;"])
        return [self._before(self.choose.choice(spans), statement)]

    def added_unmodelled_statement(self):
        """Something that no proof may pass over."""
        span = self._statement("expression", "return")
        buffer = self._fresh("buffer")
        statement = self.choose.choice([
            f"static void *{buffer}[5]; if (__builtin_setjmp({buffer})) {buffer}[0] = 0;",
            "__asm__ volatile (\"nop\" ::: \"memory\");",
            f"double _Complex {buffer} = {self.choose.randrange(10)};"])
        return span and [self._before(span, statement)]

    def _new_function(self, name: str) -> str:
        limit = self.choose.randrange(1, 20)
        body = self.choose.choice([
            f"return a > {limit} ? a : {limit};",
            f"int sum = 0; for (int i = 0; i < {limit}; i++) sum += a & 1; return sum;",
            f"if (a == {limit}) return 0; return a ^ {limit};"])
        return f"\n\nstatic int {name}(int a) {{ {body} }}\n"

    def added_function(self):
        item = self._one_of(self.source.items)
        return item and [(item.last + 1, item.last, self._new_function(self._fresh("added")))]

    def added_function_with_call(self):
        function = self._one_of(self.source.functions)
        spans = [span for span in function.statements if span.kind == "expression"] if function else []
        if not spans:
            return None
        name = self._fresh("added")
        return [(function.item.first, function.item.first - 1, self._new_function(name)),
                self._before(self.choose.choice(spans), f"{name}({self.choose.randrange(10)});")]

    def deleted_function(self):
        """A function that no other function and no initialiser names."""
        source, uses = self.source, {}
        for item in source.items:
            own = next((function.name for function in source.functions if function.item == item), None)
            is_prototype = item.kind == "declaration" and "=" not in source.words_of(item)
            for token in source.tokens[item.first:item.last + 1]:
                if token.kind == "identifier" and token.text != own and not is_prototype:
                    uses[token.text] = uses.get(token.text, 0) + 1
        function = self._one_of(f for f in source.functions if f.name != "main" and f.name not in uses)
        return function and [(function.item.first, function.item.last, "")]

    def comment(self):
        tokens = self.source.tokens
        comments = [i for i, token in enumerate(tokens) if token.kind == "comment"]
        if comments and self.choose.random() < 0.3:
            index = self.choose.choice(comments)
            text = "" if tokens[index].text.startswith("//") else " "
            return [(index, index, text if self.choose.random() < 0.5 else "/* changed */")]
        index = self._one_of(self.source.code)
        text = self.choose.choice(["/* 'a' \"comment\" */ ", "// a ; } comment\n", "/* two\nlines */ "])
        return index is not None and [(index, index - 1, text)]

    def reformat(self):
        """Other indentation, joined lines, or more lines, in the whole file or in one function."""
        tokens = self.source.tokens
        first, last = 0, len(tokens) - 1
        if self.source.functions and self.choose.random() < 0.5:
            item = self.choose.choice(self.source.functions).item
            first, last = item.first, item.last
        style, changes = self.choose.choice(["indent", "join", "spread"]), []
        for index in range(first, last + 1):
            token = tokens[index]
            before = tokens[index - 1] if index > 0 else None
            after = tokens[index + 1] if index < len(tokens) - 1 else None
            if token.kind == "newline" and style == "join":
                ends_line = before is not None and (before.kind == "directive" or before.text.startswith("//"))
                begins_line = after is not None and (after.kind == "directive")
                if not ends_line and not begins_line:
                    changes.append((index, index, " "))
            elif token.kind == "space" and style == "indent" and before is not None and before.kind == "newline":
                changes.append((index, index, " " * self.choose.randrange(1, 12)))
            elif token.text in ("{", ";") and style == "spread":
                changes.append((index + 1, index, "\n\n    "))
        return changes

    def moved_function(self):
        """A function goes to a later place; a declaration stays behind. None that runs before or behind main: in which order they do
        is that of the file."""
        items = self.source.items
        function = self._one_of(f for f in self.source.functions if f.item != items[-1]
                                and not re.search(r"\b(con|de)structor\b|\b__(con|de)structor__\b", self.source.text_of(f.item)))
        if function is None:
            return None
        target = self.choose.choice(items[items.index(function.item) + 1:])
        head = self.source.code_of(Span("head", function.item.first, function.body.first - 1))
        return [(function.item.first, function.item.last, head + ";"),
                (target.last + 1, target.last, "\n\n" + self.source.text_of(function.item) + "\n")]

    def renamed_local(self):
        source = self.source
        outside = {token.text for item in source.items if item.kind == "declaration"
                   for token in source.tokens[item.first:item.last + 1]} | {f.name for f in source.functions}
        chosen = self._one_of((function, name) for function in source.functions
                              for name in sorted(self._locals(function) - outside)
                              if not re.search(rf"\b{re.escape(name)}\b", source.directives))
        if chosen is None:
            return None
        function, name = chosen
        other = self._fresh(name)
        changes, before = [], ""
        for index in range(function.parameters.first, function.body.last + 1):
            token = source.tokens[index]
            if token.kind in LAYOUT:
                continue
            if token.text == name and before not in (".", "->"):
                changes.append((index, index, other))
            before = token.text
        return changes

    def _locals(self, function: Function) -> set:
        """Variables and parameters whose declarations are simple, and that share their names with nothing else."""
        source, names = self.source, set()
        for span in function.statements:
            words = source.words_of(span)
            if span.kind == "declaration" and not {"extern", "(", "{", "typedef"} & set(words):
                names.update(word for word, after in zip(words, words[1:]) if word.isidentifier()
                             and after in ("=", ",", ";", "["))
        parameters = source.code_of(function.parameters)[1:-1]
        if "(" not in parameters:
            for parameter in parameters.split(","):
                words = re.sub(r"\[.*", "", parameter).split()
                if len(words) > 1:
                    names.add(words[-1])
        words = source.words_of(Span("function", function.parameters.first, function.body.last))
        for before, word, after in zip(words, words[1:], words[2:]):
            if before in ("goto", "struct", "union", "enum") or (after == ":" and before in (";", "{", "}")):
                names.discard(word)
        return {name for name in names if name.isidentifier()} - TYPE_WORDS - OTHER_WORDS - source.types


BODY_EDITS = {
    "constant": Editor.constant, "operator": Editor.operator, "replace-statement": Editor.replaced_statement,
    "negate-condition": Editor.negated_condition, "delete-statement": Editor.deleted_statement,
    "repeat-statement": Editor.repeated_statement, "add-statement": Editor.added_statement,
    "add-function": Editor.added_function, "add-called-function": Editor.added_function_with_call,
    "delete-function": Editor.deleted_function, "add-unmodelled": Editor.added_unmodelled_statement,
}
NEUTRAL_EDITS = {
    "comment": Editor.comment, "reformat": Editor.reformat, "move-function": Editor.moved_function,
    "rename-local": Editor.renamed_local,
}


def shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


def random_edit(text: str, choose: random.Random):
    """One of the kinds, neutral ones as often as the others together; None if no kind has a place."""
    kinds = list(BODY_EDITS if choose.random() < 0.5 else NEUTRAL_EDITS)
    choose.shuffle(kinds)
    editor = Editor(text, choose)
    return next((edit for kind in kinds if (edit := editor.edit(kind)) is not None and edit.text != text), None)
