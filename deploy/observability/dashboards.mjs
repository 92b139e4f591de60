// Writes the Grafana dashboards of each unit, of the stores and of the objectives to dashboards/, or to the folder
// given as argument:
//   node deploy/observability/dashboards.mjs
// Panels that all units share are in panels/common.mjs. Change them there and run this again.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDashboard, toText } from './panels/dashboard.mjs';
import { objectives } from './panels/objectives.mjs';
import { stores } from './panels/stores.mjs';
import { units } from './panels/units.mjs';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dashboards'));
mkdirSync(folder, { recursive: true });

/** @param {string} name @param {Parameters<typeof createDashboard>[1]} rows @param {boolean} isUnit */
function write(name, rows, isUnit) {
  writeFileSync(join(folder, `${name}.json`), toText(createDashboard(name, rows, { isUnit })));
}

for (const [unit, rows] of Object.entries(units)) write(unit, rows, true);
write('objectives', objectives, false);
write('stores', stores, false);
