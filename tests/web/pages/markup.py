"""Pages as trees of elements, and what no page may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
SAID = {"h1", "h2", "h3", "caption", "legend", "summary", "th", "figcaption"}
SAID |= {"a", "button", "option"}
"""Elements that have words."""
LABELLED = {"input", "select", "textarea"}
"""Elements that have a label."""


class Element:
    """An element with its attributes, and what is in it."""

    def __init__(self, tag: str, attrs: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attrs = attrs
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attrs[name]

    def get(self, name: str) -> str | None:
        return self.attrs.get(name)

    @property
    def classes(self) -> list[str]:
        return self.attrs.get("class", "").split()

    def all(self, tag: str = "", **attrs: str) -> list[Element]:
        """The elements below of a kind, in their order; attributes are as given."""
        return [one for one in self.walk() if tag in ("", one.tag)
                and all(one.get(name) == value for name, value in attrs.items())]  # fmt: skip

    def one(self, tag: str = "", **attrs: str) -> Element:
        (found,) = self.all(tag, **attrs)
        return found

    def walk(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.walk()

    def within(self, tag: str) -> Element | None:
        """The nearest element around this of a kind."""
        around = self.parent
        while around is not None and around.tag != tag:
            around = around.parent
        return around

    @property
    def text(self) -> str:
        """All text in it, the spaces at the ends cut off."""
        parts = (one if isinstance(one, str) else one.text for one in self.children)
        return " ".join("".join(parts).split())

    @property
    def spoken(self) -> str:
        """Its accessible name, or a part of one."""
        if label := self.get("aria-label"):
            return label
        parts = (one if isinstance(one, str) else "" if one.get("aria-hidden") == "true"
                 else f"{one.spoken}" for one in self.children)  # fmt: skip
        return " ".join("".join(parts).split())


class _Builder(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self._at = Element("", {}, None)
        self.feed(text)
        self.close()
        assert self._at is self.root, f"<{self._at.tag}> is not closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), f"<{tag}> has an attribute twice"
        made = Element(tag, {name: value or "" for name, value in attrs}, self._at)
        self._at.children.append(made)
        if tag not in VOID:
            self._at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._at.tag == tag, f"</{tag}> where <{self._at.tag}> ends"
        assert self._at.parent
        self._at = self._at.parent

    def handle_data(self, data: str) -> None:
        self._at.children.append(data)


def tree(text: str) -> Element:
    """A page. Raises AssertionError for elements that do not end where they should."""
    return _Builder(text).root


def flaws(page: Element) -> list[str]:
    """What no page may have: what the policy forbids, what cannot be reached or heard."""
    return [*_forbidden(page), *_unheard(page), *_lost(page)]


def _forbidden(page: Element) -> Iterator[str]:
    """What the content policy would not let run, and what comes from elsewhere."""
    for one in page.walk():
        for name, value in one.attrs.items():
            if name == "style" or name.startswith("on"):
                yield f"{name} in <{one.tag}>"
            if value.strip().lower().startswith(("javascript:", "data:")):
                yield f"{value} in <{one.tag}>"
        if one.tag in ("style", "iframe", "object", "embed", "base"):
            yield f"<{one.tag}>"
        if one.tag == "script" and ("src" not in one.attrs or one.text):
            yield "a script in the page"
        address = one.get("src") or (one.get("href") if one.tag in ("link", "use") else None)
        if address and not address.startswith("/static/"):
            yield f"{address} in <{one.tag}>"
        if one.tag == "form" and (one["action"] + "//").find("//") < 1:
            yield f"a form to {one['action']}"


def _unheard(page: Element) -> Iterator[str]:
    """What somebody who hears the page would not hear."""
    (html,) = page.all("html")
    if not html.get("lang") or html.get("dir") not in ("ltr", "rtl"):
        yield "no language or direction"
    if not page.one("title").text:
        yield "no title"
    if len(page.all("h1")) != 1:
        yield f"{len(page.all('h1'))} first headings"
    if len(page.all("main")) != 1:
        yield f"{len(page.all('main'))} main parts"
    labels = {label.get("for") for label in page.all("label")}
    for one in page.walk():
        is_heading = one.tag in (
            "h1",
            "h2",
            "h3",
            "caption",
            "legend",
            "summary",
            "th",
            "figcaption",
        )
        if (is_heading or one.tag in ("a", "button", "option")) and not one.spoken:
            yield f"<{one.tag}> without a name: {one.attrs}"
        named = one.get("aria-label") or one.within("label") or one.get("id") in labels
        if one.tag in LABELLED and one.get("type") != "hidden" and not named:
            yield f"<{one.tag}> without a label: {one.attrs}"
        if one.get("role") in ("img", "group") and not one.get("aria-label"):
            yield f"role {one['role']} without a name"
        if one.tag == "img" and "alt" not in one.attrs:
            yield "a picture without words"
        if one.tag == "svg" and not any(map(_is_said, (one, *_around(one)))):
            yield "a drawing without words"
        if one.tag == "th" and one.get("scope") not in ("col", "row"):
            yield "<th> of nothing"
        if one.tag == "table" and not one.all("th"):
            yield "a table without headers"


def _is_said(one: Element) -> bool:
    """Whether it has words of its own, or need not be heard."""
    return bool(one.get("aria-label")) or one.get("aria-hidden") == "true"


def _around(one: Element) -> Iterator[Element]:
    while one.parent is not None:
        one = one.parent
        yield one


def _lost(page: Element) -> Iterator[str]:
    """What is there twice, or leads nowhere in the page."""
    identifiers = Counter(one["id"] for one in page.walk() if "id" in one.attrs)
    yield from (f"id {name} {times} times" for name, times in identifiers.items() if times > 1)
    for one in page.walk():
        for name in ("aria-labelledby", "aria-describedby", "aria-controls", "for"):
            for wanted in (one.get(name) or "").split():
                if wanted not in identifiers:
                    yield f"{name}={wanted} is nowhere"
        href = one.get("href") or ""
        if one.tag == "a" and href.startswith("#") and href[1:] not in identifiers:
            yield f"{href} is nowhere"
        if one.tag == "form" and one.within("form"):
            yield "a form in a form"
        is_bare = one.tag == "button" and one.get("type") != "button" and not one.within("form")
        if is_bare:
            yield "a button of no form"
