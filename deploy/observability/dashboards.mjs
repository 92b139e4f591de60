// Writes a Grafana dashboard for each unit to dashboards/, or to the folder given as argument:
//   node deploy/observability/dashboards.mjs
// Panels that all units share are in panels/common.mjs. Change them there and run this again.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createDashboard, toText } from './panels/dashboard.mjs';
import { units } from './panels/units.mjs';

const folder = resolve(process.argv[2] ?? join(import.meta.dirname, 'dashboards'));
mkdirSync(folder, { recursive: true });
for (const [unit, rows] of Object.entries(units)) {
  writeFileSync(join(folder, `${unit}.json`), toText(createDashboard(unit, rows)));
}
