/** The numbers of the heat map. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { heatOf } from "../../../clients/web/static/panel/heat.js";

test("bounds that are close are written with more digits", () => {
  const write = (bounds) => {
    const thought = { visits: bounds.map((bound, move) => ({ move, bound })) };
    const heat = heatOf({ thought, moveSince: () => null }, "bound");
    return [heat.least, heat.most];
  };
  assert.deepEqual(write([0.5, 1.0]), ["0.50", "1.00"]);
  assert.deepEqual(write([0.70, 0.72]), ["0.700", "0.720"]);
  assert.deepEqual(write([0.7001, 0.7009]), ["0.7001", "0.7009"]);
});
