"""The expressions of GitHub's workflow files, as far as the recipe needs them: names, strings, `!`, `==`, `!=`, `&&`, `||`, calls.

Stricter than GitHub's: what is misspelt there is the empty string, and here an error, except within `github.event` and `outputs`.
"""
import re

TOKEN = re.compile(r"\s*(?:(?P<string>'(?:[^']|'')*')|(?P<name>[A-Za-z_][\w-]*(?:\.[\w-]+)*)|(?P<operator>&&|\|\||==|!=|[!(),]))")
OPEN_CONTEXTS = re.compile(r"github\.event(\.|$)|(steps|needs)\.[\w-]+\.outputs\.")


class Misspelt(Exception):
    """An expression that says nothing; the text quotes it."""


class Parser:
    def __init__(self, text, contexts, functions):
        self.text, self.contexts, self.functions = text, contexts, functions
        self.tokens = []
        position = 0
        while position < len(text.rstrip()):
            match = TOKEN.match(text, position)
            if not match:
                raise Misspelt(f"{text!r} is no expression from {text[position:]!r} on")
            self.tokens.append((match.lastgroup, match[match.lastgroup]))
            position = match.end()

    def peek(self):
        return self.tokens[0][1] if self.tokens and self.tokens[0][0] == "operator" else None

    def take(self, operator):
        if self.peek() != operator:
            raise Misspelt(f"{self.text!r}: {operator!r} is missing")
        self.tokens.pop(0)

    def whole(self):
        value = self.disjunction()
        if self.tokens:
            raise Misspelt(f"{self.text!r}: {self.tokens[0][1]!r} is too much")
        return value

    def disjunction(self):
        value = self.conjunction()
        while self.peek() == "||":
            self.take("||")
            right = self.conjunction()
            value = value or right
        return value

    def conjunction(self):
        value = self.comparison()
        while self.peek() == "&&":
            self.take("&&")
            right = self.comparison()
            value = value and right
        return value

    def comparison(self):
        left = self.unary()
        if self.peek() in ("==", "!="):
            is_equal = self.tokens.pop(0)[1] == "=="
            return (left == self.unary()) == is_equal
        return left

    def unary(self):
        if self.peek() == "!":
            self.take("!")
            return not self.unary()
        if self.peek() == "(":
            self.take("(")
            value = self.disjunction()
            self.take(")")
            return value
        kind, text = self.tokens.pop(0) if self.tokens else (None, "")
        if kind == "string":
            return text[1:-1].replace("''", "'")
        if kind != "name":
            raise Misspelt(f"{self.text!r} ends too early, or has {text!r} where a value belongs")
        return self.call(text) if self.peek() == "(" else self.look_up(text)

    def call(self, name):
        if name not in self.functions:
            raise Misspelt(f"{self.text!r}: there is no function {name!r} here")
        self.take("(")
        arguments = []
        while self.peek() != ")":
            arguments.append(self.disjunction())
            if self.peek() == ",":
                self.take(",")
        self.take(")")
        return self.functions[name](*arguments)

    def look_up(self, name):
        words = {"true": True, "false": False, "null": ""}
        if name in words:
            return words[name]
        value = self.contexts
        for part in name.split("."):
            if not isinstance(value, dict) or part not in value:
                if OPEN_CONTEXTS.match(name):
                    return ""
                raise Misspelt(f"{self.text!r}: {name!r} does not exist")
            value = value[part]
        return value


def evaluate(text, contexts, functions):
    """The value of an expression without `${{` and `}}`. `contexts` are nested dictionaries, `functions` are by name."""
    return Parser(text, contexts, functions).whole()


def as_text(value):
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def substitute(text, contexts, functions):
    """The text with each `${{ expression }}` replaced by its value."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda match: as_text(evaluate(match[1].strip(), contexts, functions)), text)
