import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { observability } from './rules.js';

interface DataSource {
  readonly type: string;
  readonly uid: string;
}

export interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: DataSource;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly {
    readonly refId: string;
    readonly datasource: DataSource;
    readonly expr: string;
    readonly legendFormat: string;
  }[];
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] };
  readonly panels: readonly Panel[];
}

const folder = join(observability, 'dashboards');

/** Names of all dashboards. */
export const dashboardNames = readdirSync(folder).map((name) => name.replace(/\.json$/, ''));

/** Dashboards about the whole system. */
export const systemDashboards: readonly string[] = ['objectives', 'stores'];

/** Names of the units that have a dashboard. */
export const dashboardUnits = dashboardNames.filter((name) => !systemDashboards.includes(name));

export function readDashboard(unit: string): Dashboard {
  return JSON.parse(readFileSync(join(folder, `${unit}.json`), 'utf8'));
}

/** Returns all Prometheus expressions in a dashboard, with Grafana's variables replaced. */
export function listQueries(unit: string): string[] {
  const targets = readDashboard(unit).panels.flatMap((panel) => panel.targets ?? []);
  return targets.map(({ expr }) => expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'));
}
