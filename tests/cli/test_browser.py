"""Opening a browser, and what is said where there is none."""

from __future__ import annotations

import threading
import webbrowser

import pytest

from cutthroat.cli.browser import from_here, open_browser, open_browser_beside

ADDRESS = "http://127.0.0.1:8321/"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that a browser opens."""
    addresses: list[str] = []

    def browser(address: str) -> bool:
        addresses.append(address)
        return True

    monkeypatch.setattr("webbrowser.open", browser)
    return addresses


def test_nothing_is_said_when_it_opens(
    opened: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    open_browser(ADDRESS)
    assert opened == [ADDRESS]
    assert capsys.readouterr() == ("", "")


def no_browser(_address: str) -> bool:
    return False


def broken_browser(_address: str) -> bool:
    raise webbrowser.Error("could not locate runnable browser")


@pytest.mark.parametrize("browser", [no_browser, broken_browser])
def test_what_to_do_is_said_where_there_is_none(
    browser: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("webbrowser.open", browser)
    open_browser("http://0.0.0.0:8321/")
    told, _ = capsys.readouterr()
    assert told.startswith("No browser could be opened.")
    assert told.endswith(f": {ADDRESS}\n")


def test_a_browser_that_is_not_done_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = threading.Event()
    monkeypatch.setattr("webbrowser.open", lambda _address: closed.wait(30))
    thread = open_browser_beside(ADDRESS)
    assert thread.is_alive()
    assert thread.daemon
    closed.set()
    thread.join(30)
    assert not thread.is_alive()


def test_nobody_need_read_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def closed_pipe(_text: str) -> None:
        raise BrokenPipeError

    monkeypatch.setattr("webbrowser.open", no_browser)
    monkeypatch.setattr("click.echo", closed_pipe)
    open_browser_beside(ADDRESS).join(30)  # pytest would tell of an exception in it


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://0.0.0.0:80/", "http://127.0.0.1:80/"),
        ("http://[::]:80/x/", "http://[::1]:80/x/"),
        ("http://192.0.2.7:80/", "http://192.0.2.7:80/"),
        ("https://play.example", "https://play.example"),
    ],
)
def test_the_address_for_this_machine(address: str, here: str) -> None:
    assert from_here(address) == here
