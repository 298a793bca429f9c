/** The cube: what is painted of a cell, computed without a browser. test_browser_cube.py clicks it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Cube } from "../../../clients/shared/page/static/boards/cube.js";
import { BALL_RADIUS } from "../../../clients/shared/page/static/boards/pieces.js";

const DIGITS = [0, 1, 2, 3];
const NAMES = DIGITS.flatMap((x) => DIGITS.flatMap((y) => DIGITS.map((z) => `${x}${y}${z}`)));
const PHONE = 336; // pixels that the picture is wide on a phone of 360
const SAMPLES = 10; // points along each side of a tile

/** Turned as far down and up as it goes, and between, by every fifteen degrees. */
function* everyAngle() {
  for (const down of [-9, 0.1, 9]) {
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const cube = new Cube();
      cube.turn((degrees / 180) * Math.PI - cube.yaw, down);
      yield cube;
    }
  }
}

/** What is painted, in this order, with a ball on every cell. */
function paint(cube) {
  return cube.order(NAMES).map((name) => {
    const corners = cube.tile(name).slice(1, -1).split("L").map((pair) => pair.split(" ").map(Number));
    const { x, y, size } = cube.place(name);
    return { name, corners, ball: { x, y, radius: size * BALL_RADIUS } };
  });
}

const isInBall = ({ ball }, [x, y]) => Math.hypot(x - ball.x, y - ball.y) <= ball.radius;

function isInTile({ corners }, [x, y]) {
  const sides = corners.map(([ax, ay], index) => {
    const [bx, by] = corners[(index + 1) % 4];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= 0;
  });
  return sides.every((side) => side === sides[0]);
}

/** Points of a tile, evenly in it, the middle among them. */
function samplesOf({ corners: [a, b, c, d] }) {
  const at = Array.from({ length: SAMPLES + 1 }, (_, index) => index / SAMPLES);
  const between = (one, two, share) => one.map((value, axis) => value + (two[axis] - value) * share);
  return at.flatMap((down) => at.map((across) => between(between(a, b, across), between(d, c, across), down)));
}

function areaOf({ corners: [a, b, c, d] }) {
  return Math.abs((c[0] - a[0]) * (d[1] - b[1]) - (c[1] - a[1]) * (d[0] - b[0])) / 2;
}

/** What is painted after a cell, and so near that it could cover some of it. */
function above(cells, index) {
  const { ball } = cells[index];
  return cells.slice(index + 1).filter((other) => Math.hypot(other.ball.x - ball.x, other.ball.y - ball.y) < 2);
}

test("every cell has its middle and enough of its tile to itself, whatever stands on the others", () => {
  let least = Infinity;
  for (const cube of everyAngle()) {
    const cells = paint(cube);
    const pixels = PHONE / cube.width;
    cells.forEach((cell, index) => {
      const upper = above(cells, index);
      const isFree = (point) => !upper.some((other) => isInBall(other, point) || isInTile(other, point));
      const points = samplesOf(cell);
      assert.ok(isFree(points[(points.length - 1) / 2]), `the middle of ${cell.name} at ${cube.yaw} ${cube.pitch}`);
      least = Math.min(least, (points.filter(isFree).length / points.length) * areaOf(cell) * pixels ** 2);
    });
  }
  assert.ok(least >= 400, `${least} square pixels on a phone, twenty each way`);
});

test("no tile covers any of a ball, so that a ball is one target", () => {
  for (const cube of everyAngle()) {
    const cells = paint(cube);
    cells.forEach((cell, index) => {
      const { x, y, radius } = cell.ball;
      const rim = Array.from({ length: 24 }, (_, at) => (at / 12) * Math.PI)
        .map((angle) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]);
      const covered = above(cells, index).filter((other) => rim.some((point) => isInTile(other, point)));
      assert.deepEqual(covered.map(({ name }) => name), [], `${cell.name} at ${cube.yaw} ${cube.pitch}`);
    });
  }
});
