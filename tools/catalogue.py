"""Writes src/cutthroat/i18n/locale/cutthroat.pot, the list of all messages, for translators.

The same source gives the same file on every machine and day.
"""

import io
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

PACKAGE = Path(__file__).resolve().parents[1] / "src" / "cutthroat"
TEMPLATE = PACKAGE / "i18n" / "locale" / "cutthroat.pot"
KEYWORDS = {"_": None, "_n": (1, 2), "N_": None}
COMMENTS = ("Translators:",)
METHODS = [("**.py", "python"), ("web/templates/**.html", "jinja2.ext:babel_extract")]
OPTIONS = {"web/templates/**.html": {"silent": "false", "trim_blocks": "true"}}
"""A template that is none is an error, and no place without messages."""
HEADER = """\
# Messages of Cutthroat Canadian Smear. Written by tools/catalogue.py.
msgid ""
msgstr ""
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""


def template(package: Path = PACKAGE) -> Catalog:
    """The messages of all source files and templates, in the order of the files."""
    catalog = Catalog(charset="utf-8")
    found = extract_from_dir(
        package,
        METHODS,
        OPTIONS,
        keywords=KEYWORDS,
        comment_tags=COMMENTS,
        strip_comment_tags=True,
    )
    for name, line, message, comments, context in sorted(found, key=lambda each: each[:2]):
        catalog.add(message, None, [(name, line)], auto_comments=comments, context=context)
    return catalog


def text(catalog: Catalog) -> str:
    """The catalogue as a file that holds nothing of the day or the machine."""
    body = io.BytesIO()
    write_po(body, catalog, omit_header=True, include_lineno=False)
    return HEADER + body.getvalue().decode()


if __name__ == "__main__":
    messages = template()
    TEMPLATE.write_text(text(messages), encoding="utf-8")
    print(f"{TEMPLATE}: {len(messages)} messages")
