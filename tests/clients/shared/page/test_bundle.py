"""Modules as one script, in Node.js; and data that cannot get out of their place in a page."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess

import pytest

from linemate.clients.shared.page.bundle import (
    BundleError,
    bundle_modules,
    make_document,
    write_json,
)
from tests.needs import need_program

MODULES = {
    "main.js": """import { Box, told } from "./parts/box.js";
import {
  SIDE,
} from "./sides.js";
console.log(`${new Box().side} ${SIDE} ${told()}`);""",
    "parts/box.js": """import { SIDE as none } from "../sides.js";""",
    "sides.js": "export const SIDE = 4;",
}
BOX = """import { double } from "../sides.js";
const SIDE = 3;
export class Box { side = double(SIDE); }
export function told() { return "import this"; }"""


def bundle(**changed: str) -> str:
    renamed = {name.replace("__", "/").replace("_", "."): text for name, text in changed.items()}
    modules = {**MODULES, "parts/box.js": BOX, "sides.js": SIDES} | renamed
    return bundle_modules({name: text.encode() for name, text in modules.items()}, "main.js")


SIDES = "export const SIDE = 4;\nexport function double(n) { return 2 * n; }"


def test_modules_keep_their_own_names_in_one_script() -> None:
    """Both have a SIDE."""
    done = subprocess.run(
        [need_program("node"), "-e", bundle()], capture_output=True, text=True, timeout=60
    )
    assert (done.stdout, done.stderr) == ("6 4 import this\n", "")


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("sides_js", 'import { Box } from "./parts/box.js";', "main.js imports parts/box.js"),
        ("sides_js", 'import { Box } from "./nowhere.js";', "nowhere.js, which is not there"),
        ("sides_js", "export default 4;", "'export default 4;' is not known here"),
        ("parts__box_js", 'import { SIDE } from "far";', "is not known here"),
        ("parts__box_js", 'const late = import("./sides.js");', "is not known here"),
        ("sides_js", 'export const SIDE = "</SCRIPT>";', "'</SCRIPT' would end the script"),
    ],
)
def test_what_cannot_be_in_one_script_is_named(name: str, text: str, problem: str) -> None:
    with pytest.raises(BundleError) as raised:
        bundle(**{name: text})
    assert problem in str(raised.value)


def test_data_are_what_they_were_and_hold_no_tag() -> None:
    data = {"name": '</script><!-- <img src=x> &amp; {{script}} \u2028 "', "games": [1, None]}
    text = write_json(data)
    assert json.loads(text) == data
    assert not set("<>&") & set(text)


def test_the_policy_allows_this_script_and_this_style_and_no_request() -> None:
    template = "<p>{{policy}}|{{style}}|{{data}}|{{script}}"
    page = make_document(template, "let a;", "p{}", write_json("{{script}}"))
    policy, style, data, script = page.removeprefix("<p>").split("|")
    assert (style, data, script) == ("p{}", '"{{script}}"', "let a;")
    for text in (style, script):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "connect-src 'none'" in policy
    assert re.search(r"default-src 'none'", policy)
    assert "connect-src 'self'" in make_document(template, "", "", "1", connects=True)
