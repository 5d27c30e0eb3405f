"""The frame around the code: scripts, pins, packaging, documents."""

import ast
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import cutthroat

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "cutthroat"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MADE = re.compile(r"\.git|\.venv.*|\.hypothesis|build|dist|mutants|.*_cache|__pycache__")


def source_files() -> list[Path]:
    """All files of the checkout that git has or would take; without git, all that are not made."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.check_output(command, cwd=ROOT, text=True).split("\0")
        return sorted({ROOT / name for name in names if (ROOT / name).is_file()})
    files = (path for path in ROOT.rglob("*") if path.is_file())
    return sorted(x for x in files if not any(map(MADE.fullmatch, x.relative_to(ROOT).parts)))


# The scripts


@pytest.mark.parametrize("script", ["cutthroat", "check", ".ci/run"])
def test_scripts_can_be_executed(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


@pytest.mark.parametrize("script", ["cutthroat", "check", "tools/venv.sh"])
@pytest.mark.parametrize("shell", ["sh", "dash"])
def test_scripts_are_posix(script: str, shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    subprocess.run([shell, "-n", ROOT / script], check=True)


@pytest.mark.parametrize("args", [["fast"], ["quick", "quick"], [""], ["all"]])
def test_check_refuses_arguments_it_does_not_know(args: list[str]) -> None:
    done = subprocess.run([ROOT / "check", *args], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: ./check")
    assert done.stdout == ""


def test_check_help_tells_every_argument() -> None:
    told = subprocess.check_output([ROOT / "check", "help"], text=True)
    assert all(f"./check {word}" in told for word in ("quick", "pins", "help"))


@pytest.mark.parametrize(
    ("status", "remedy"),
    [(3, "Python 3.11 or newer"), (4, "apt install python3-venv"), (1, "Python 3.11 or newer")],
)
@pytest.mark.parametrize("script", ["cutthroat", "check"])
def test_unfit_python_is_named_with_a_remedy(
    script: str, status: int, remedy: str, tmp_path: Path
) -> None:
    unfit = tmp_path / "python"
    unfit.write_text(f"#!/bin/sh\nexit {status}\n")
    unfit.chmod(0o755)
    done = subprocess.run(
        [ROOT / script],
        env=os.environ | {"PYTHON": str(unfit), "CHROMIUM": "sh"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert str(unfit) in done.stderr
    assert remedy in done.stderr
    assert done.stdout == ""


def programs(folder: Path, *names: str, **written: str) -> str:
    """A PATH with nothing on it but these programs of this machine, and these scripts."""
    folder.mkdir()
    for name in names:
        (folder / name).symlink_to(shutil.which(name) or name)
    for name, script in written.items():
        (folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / name).chmod(0o755)
    return str(folder)


@pytest.mark.parametrize("arguments", [[], ["quick"]])
@pytest.mark.parametrize("chromium", ["", "no-such-browser", "/no/such/browser"])
def test_check_says_how_to_get_the_browser_before_anything_else(
    arguments: list[str], chromium: str, tmp_path: Path
) -> None:
    path = programs(tmp_path / "bin", "dirname", "readlink")  # and no Python, which comes later
    done = subprocess.run(
        [ROOT / "check", *arguments],
        env={"PATH": path, "CHROMIUM": chromium},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert f"tried: {chromium or 'chromium chromium-browser google-chrome'}\n" in done.stderr
    assert "apt install chromium" in done.stderr
    assert f"CHROMIUM=/path/to/chromium {ROOT / 'check'}" in done.stderr
    assert "Python" not in done.stderr


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "other"])
def test_check_goes_on_with_any_browser_that_will_do(name: str, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", "dirname", "readlink", **{name: "exit 1"})
    given = {"CHROMIUM": f"{path}/other"} if name == "other" else {}
    done = subprocess.run(
        [ROOT / "check"],
        env={"PATH": path, "PYTHON": "no-such-python", **given},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Chromium" not in done.stderr
    assert "no-such-python" in done.stderr


def test_check_help_tells_of_the_browser() -> None:
    told = subprocess.check_output([ROOT / "check", "help"], text=True)
    assert "apt install chromium" in told
    assert "CHROMIUM" in told


@pytest.mark.parametrize(
    ("there", "installed"),
    [
        (["python3", "chromium"], None),
        (["python3"], "chromium fonts-dejavu-core"),
        (["chromium"], "python3 python3-venv"),
        ([], "python3 python3-venv chromium fonts-dejavu-core"),
    ],
)
def test_ci_installs_what_is_missing(
    there: list[str], installed: str | None, tmp_path: Path
) -> None:
    for name in (".ci/run", "tools/venv.sh"):
        (tmp_path / name).parent.mkdir()
        shutil.copy2(ROOT / name, tmp_path / name)
    done_by_apt = tmp_path / "apt"
    programs(tmp_path / "checkout", check="echo checked")
    shutil.move(tmp_path / "checkout" / "check", tmp_path)
    scripts = dict.fromkeys(there, "exit 0") | {"apt-get": f'echo "$@" >>"{done_by_apt}"'}
    done = subprocess.run(
        [tmp_path / ".ci" / "run"],
        env={"PATH": programs(tmp_path / "bin", "bash", "dirname", **scripts)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "checked\n", "")
    expected = f"update\ninstall --yes --no-install-recommends {installed}\n"
    assert (done_by_apt.read_text() if done_by_apt.exists() else None) == (installed and expected)


# The pins


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    return {canonicalize_name(name): version for name, version in (x.split("==") for x in lines)}


def declared() -> list[Requirement]:
    texts = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *PROJECT["dependency-groups"]["dev"],
    ]
    return [Requirement(text) for text in texts]


def needed(requirements: list[Requirement]) -> Iterator[Requirement]:
    """The requirements and, as far as they are installed, what these require in turn."""
    todo, seen = [(requirement, {""}) for requirement in requirements], set[str]()
    while todo:
        requirement, extras = todo.pop()
        marker = requirement.marker
        if marker and not any(marker.evaluate({"extra": extra}) for extra in extras):
            continue
        yield requirement
        if (key := f"{requirement.name} {sorted(requirement.extras)}") not in seen:
            seen.add(key)
            inner = metadata.requires(requirement.name) or []
            todo += [(Requirement(text), {"", *requirement.extras}) for text in inner]


def test_pins_are_names_and_versions_only() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [x for x in lines if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.!+]*", x)] == []
    assert lines == sorted(lines, key=str.lower)
    assert len(pins()) == len(lines)


def test_pins_cover_all_that_is_needed() -> None:
    pinned = pins()
    for requirement in needed(declared()):
        version = pinned.get(canonicalize_name(requirement.name))
        assert version is not None, f"{requirement} is not pinned"
        assert requirement.specifier.contains(version), f"{requirement} is pinned to {version}"


def test_no_pin_is_left_over() -> None:
    assert {*pins()} - {canonicalize_name(r.name) for r in needed(declared())} == set()


# The package


def test_changelog_has_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert headings[0] == cutthroat.__version__


def test_core_imports_only_the_standard_library() -> None:
    allowed = sys.stdlib_module_names | {"cutthroat"}
    for path in sorted((PACKAGE / "core").rglob("*.py")):
        roots = {name.partition(".")[0] for name in imported(ast.parse(path.read_text()))}
        assert roots <= allowed, f"{path.name} imports {roots - allowed}"


def imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.slow
def test_wheel_holds_the_whole_package(tmp_path: Path) -> None:
    build = [sys.executable, "-P", "-m", "build", "--wheel", "--no-isolation", str(ROOT)]
    subprocess.run([*build, "--outdir", str(tmp_path)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    source = [path for path in source_files() if PACKAGE in path.parents]
    assert packed == {path.relative_to(PACKAGE.parent).as_posix() for path in source}
    assert "cutthroat/py.typed" in packed


# The documents


def test_no_file_names_a_registry_or_a_place_on_one_machine() -> None:
    hosts = "|".join(["pypi" + r"\.org", "python" + r"hosted\.org", "npm" + r"js\.org"])
    places = r"(?<![\w.:}/-])/(?:root|work|home/\w+|Users/\w+)/"
    unwanted = re.compile(f"{hosts}|{places}")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line}"
        for path in source_files()
        for number, line in enumerate(path.read_bytes().decode(errors="replace").splitlines(), 1)
        if unwanted.search(line)
    ]
    assert found == []


def test_links_between_documents_lead_somewhere() -> None:
    broken = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in source_files()
        if path.suffix == ".md"
        for target in links(path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


def links(markdown: str) -> list[str]:
    """Targets of the links to files, without code blocks, anchors and addresses."""
    prose = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", markdown)
    targets = re.findall(r"(?m)\]\(<?([^)>#\s]+)|^\[[^]]+\]: ([^#\s]+)", prose)
    return [x for x in map("".join, targets) if not re.match(r"[a-z]+:", x)]


def test_links_are_found() -> None:
    text = "[a](b.md#c) ![d](<e.png>) [f](#g) [h](https://i) `[j](k)`\n"
    text += "```\n[l](m)\n```\n[n]: o.md\n"
    assert links(text) == ["b.md", "e.png", "o.md"]


# A checkout of one's own


@pytest.mark.slow
def test_first_start_may_be_killed_and_the_checkout_moved(tmp_path: Path) -> None:
    checkout = copy_of_the_checkout(tmp_path / "with a space")
    version = f"cutthroat {cutthroat.__version__}\n"

    kill_halfway(checkout)
    assert not stamps(checkout)
    second = start(checkout / "cutthroat")
    assert second.stdout == version
    assert "Preparing .venv" in second.stderr

    made = stamps(checkout)
    third = start(checkout / "cutthroat")
    assert (third.stdout, third.stderr) == (version, "")
    assert stamps(checkout) == made != {}

    moved = checkout.rename(tmp_path / "elsewhere")
    link = tmp_path / "link"
    link.symlink_to(moved / "cutthroat")
    fourth = start(link)
    assert fourth.stdout == version
    assert stamps(moved).keys() == made.keys()


def copy_of_the_checkout(to: Path) -> Path:
    for path in source_files():
        target = to / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    return to


# The engine is compiled afterwards, which has tests of its own and takes long.
NOT_COMPILED = os.environ | {"NUMBA_DISABLE_JIT": "1"}


def kill_halfway(checkout: Path) -> None:
    """Starts the command for the first time and kills it and all it started while pip installs."""
    with subprocess.Popen(
        [checkout / "cutthroat", "--version"],
        env=NOT_COMPILED,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        until = time.monotonic() + 120
        while not [*checkout.glob(".venv/lib/python*/site-packages/click*")]:
            assert process.poll() is None, "it ended before anything was installed"
            assert time.monotonic() < until, "nothing was installed in time"
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGKILL)


def start(command: Path) -> subprocess.CompletedProcess[str]:
    elsewhere = command.parent.parent
    return subprocess.run(
        [command, "--version"],
        cwd=elsewhere,
        env=NOT_COMPILED,
        capture_output=True,
        text=True,
        check=True,
    )


def stamps(checkout: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in checkout.glob(".venv/made-for-*")}


# Tests


def uncalled(tree: ast.AST) -> list[str]:
    """Functions within tests that are defined and never named again: what they assert is not."""
    found = []
    for test in ast.walk(tree):
        if isinstance(test, ast.FunctionDef | ast.AsyncFunctionDef) and test.name.startswith(
            "test"
        ):
            named = {node.id for node in ast.walk(test) if isinstance(node, ast.Name)}
            inner = (one for one in ast.walk(test) if one is not test)
            found += [
                f"{test.name}.{one.name}"
                for one in inner
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
                and one.name not in named
                and not isinstance(parent_of(test, one), ast.ClassDef)
            ]
    return found


def parent_of(tree: ast.AST, wanted: ast.AST) -> ast.AST | None:
    return next((x for x in ast.walk(tree) if wanted in ast.iter_child_nodes(x)), None)


def test_what_a_test_defines_it_uses() -> None:
    trees = (
        (path, ast.parse(path.read_text(encoding="utf-8")))
        for path in (ROOT / "tests").rglob("test_*.py")
    )
    assert {str(path): names for path, tree in trees if (names := uncalled(tree))} == {}


def test_a_function_that_a_test_forgets_to_call_is_found() -> None:
    forgotten = "def test_x():\n    @in_loop\n    async def look():\n        assert False\n"
    assert uncalled(ast.parse(forgotten)) == ["test_x.look"]
    assert uncalled(ast.parse(forgotten + "    look()\n")) == []
