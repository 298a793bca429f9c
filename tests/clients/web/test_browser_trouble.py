"""What may go wrong around a page: it shows it, loses nothing, and goes on."""

from __future__ import annotations

import os
import re
import signal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

from playwright.sync_api import expect

from linemate.clients.web.engines import ServerState
from tests.clients.web.pages import IN_HASTE, NEVER_AGAIN, Person, Serve, Sit, WebServer, level
from tests.clients.web.serving import Served, peer

LOST = re.compile("WebSocket connection to .* failed")


def test_a_killed_engine_is_shown_and_the_game_goes_on_from_the_same_position(
    person: Person, server: WebServer
) -> None:
    person.begin("gomoku", {"size": 8}, o=level(1))
    person.play("d4")
    person.see_moves(2)
    moves = person.moves()
    (engine,) = server.engines(1)
    os.kill(engine, signal.SIGKILL)
    expect(person.page.locator("#banner")).to_contain_text("The engine is gone")
    assert person.page.locator(".cell.playable").count() == 0
    person.press("Go on from here")
    person.page.wait_for_selector(".cell.playable")
    assert person.page.locator("#banner").is_hidden()
    assert person.moves() == moves
    person.page.locator(".cell.playable .tile").first.click()
    person.see_moves(4)
    assert server.engines(1) != [engine]


def test_an_engine_killed_while_it_thinks_thinks_again_when_one_goes_on(
    person: Person, server: WebServer
) -> None:
    person.begin("tictactoe")
    person.press("Analyse")
    person.see("#lines .line", 3)
    os.kill(server.engines(1)[0], signal.SIGKILL)
    person.press("Go on from here")
    person.see("#lines .line", 3)


def kill_engine(person: Person, server: WebServer) -> None:
    os.kill(server.engines(1)[0], signal.SIGKILL)
    expect(person.page.locator("#banner")).to_contain_text("The engine is gone")


def test_a_new_game_starts_a_dead_engine_again(person: Person, server: WebServer) -> None:
    kill_engine(person, server)
    person.begin("tictactoe", o=level(1), opener="#banner button:text-is('New game')")
    person.play("b2")
    person.see_moves(2)
    assert person.page.locator("#banner").is_hidden()


def test_new_players_and_playing_on_start_a_dead_engine_again(
    person: Person, server: WebServer
) -> None:
    person.begin("tictactoe")
    person.play("b2")
    kill_engine(person, server)
    person.page.locator("#new-button").click()
    person.page.select_option("#o-kind", "level")
    person.press("Change players only")
    person.see_moves(2)
    person.press("One move back (,)")
    expect(person.page.locator("#go-button")).to_have_text("Play on")
    kill_engine(person, server)
    person.press("Play on")
    person.see_moves(2)
    person.page.wait_for_selector(".cell.playable")
    assert person.page.locator("#banner").is_hidden()


def test_the_last_words_of_an_engine_can_be_read(
    person: Person, serve: Serve, tmp_path: Path
) -> None:
    server = serve("tictactoe", "--engine", peer("CrashInSearch", tmp_path))
    person.come_as_somebody_new(server.address)
    person.play("b2")
    person.page.locator("#banner summary").click()
    expect(person.page.locator("#banner pre")).to_contain_text("! assertion failed")


def test_a_lost_connection_is_shown_and_comes_back_when_asked_to(sit: Sit) -> None:
    with WebServer() as server:
        person = sit(server.address, NEVER_AGAIN)
        person.begin("tictactoe", o=level(1))
        person.play("b2")
        person.see_moves(2)
        moves = person.moves()
        server.stop()
        expect(person.page.locator("#banner")).to_contain_text("connection to the server is lost")
        assert person.page.locator(".cell.playable").count() == 0
        server.start()
        person.press("Reconnect")
        person.page.wait_for_selector(".cell.playable")
        assert person.page.locator("#banner").is_hidden()
        assert (person.moves(), person.pieces()) == (moves, 2)
        person.page.locator(".cell.playable .tile").first.click()
        person.see_moves(4)
        person.leave()
    refused = [complaint for complaint in person.complaints if LOST.match(complaint)]
    assert refused == person.complaints
    person.complaints.clear()


def test_a_lost_connection_comes_back_by_itself(sit: Sit) -> None:
    with WebServer() as server:
        person = sit(server.address, IN_HASTE)
        person.begin("tictactoe")
        server.stop()
        expect(person.page.locator("#banner")).to_be_visible()
        server.start()
        person.page.wait_for_selector(".cell.playable")
        expect(person.page.locator("#banner")).to_be_hidden()
        person.leave()
    person.complaints[:] = [text for text in person.complaints if not LOST.match(text)]


def test_two_tabs_play_two_games(person: Person, sit: Sit, server: WebServer) -> None:
    one, two = person, sit()
    server.engines(2)
    one.begin("tictactoe")
    two.begin("qubic", o=level(1))
    one.play("b2")
    two.play("000")
    two.see_moves(2)
    one.play("a1")
    assert one.moves() == ["b2", "a1"]
    assert two.moves()[0] == "000"


def test_a_tab_too_many_is_told_to_wait_and_gets_its_place(sit: Sit) -> None:
    with Served(ServerState(engines=1, patience=0)) as served:
        first = sit(f"{served.origin}/", IN_HASTE)
        second = first.page.context.new_page()
        second.goto(f"{served.origin}/")
        expect(second.locator("#banner")).to_contain_text("busy")
        first.page.close()
        second.wait_for_selector("body[data-ready=true] .cell.playable")
        second.close()


class OtherSite(BaseHTTPRequestHandler):
    """An empty page, with an icon in it: for any other the browser would ask after the page has
    loaded, and complain if the site is gone by then.
    """

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b'<link rel="icon" href="data:,">')

    def log_message(self, *_: object) -> None:
        pass


def test_another_site_cannot_drive_it(person: Person, server: WebServer) -> None:
    """A page of another origin opens the WebSocket: the browser lets it, the server does not.

    A page from nowhere would be refused by the browser.
    """
    with HTTPServer(("127.0.0.1", 0), OtherSite) as site:
        thread = Thread(target=site.serve_forever)
        thread.start()
        person.page.goto(f"http://127.0.0.1:{site.server_port}/")
        told = person.page.evaluate(
            """address => new Promise(resolve => {
              const socket = new WebSocket(address);
              socket.onopen = () => resolve('open');
              socket.onclose = () => resolve('refused');
            })""",
            f"ws://127.0.0.1:{server.port}/game",
        )
        site.shutdown()
        thread.join()
    assert told == "refused"
    [complaint] = person.complaints
    assert complaint.endswith("Unexpected response code: 403")
    person.complaints.clear()
