import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import {
  dashboardNames,
  dashboardUnits,
  type Panel,
  readDashboard,
  systemDashboards,
} from '../../support/observability/dashboards.js';
import { observability } from '../../support/observability/rules.js';

/** Lists the cells in Grafana's grid that a panel covers. */
function listCells({ gridPos: { x, y, w, h } }: Panel): string[] {
  const cells = Array.from({ length: w * h }, (_, place) => [x + (place % w), y + Math.floor(place / w)]);
  return cells.map((cell) => cell.join());
}

/** Returns the pattern that all expressions of a dashboard must match. */
function toSelector(name: string): RegExp {
  return dashboardUnits.includes(name)
    ? new RegExp(`\\{service="${name}",instance=~"\\$instance"`)
    : /plotline:slo_|job="plotline-(mongodb|rabbitmq|redis)"/;
}

/** Returns the variables of a dashboard. */
function listVariables(name: string): string[] {
  return dashboardUnits.includes(name) ? ['datasource datasource', 'instance query'] : ['datasource datasource'];
}

describe('deploy/observability/dashboards', () => {
  it('exist for each unit, the stores and the objectives', () => {
    expect(dashboardUnits).to.have.members(['gateway', ...SERVICE_NAMES]);
    expect(dashboardNames).to.include.members([...systemDashboards]);
    expect(new Set(dashboardNames.map((name) => readDashboard(name).uid)).size).to.equal(dashboardNames.length);
  });

  it('match the output of dashboards.mjs', () => {
    const folder = mkdtempSync(join(tmpdir(), 'plotline-dashboards-'));
    try {
      execFileSync(process.execPath, [join(observability, 'dashboards.mjs'), folder]);
      expect(readdirSync(folder)).to.have.members(readdirSync(join(observability, 'dashboards')));
      for (const name of readdirSync(folder)) {
        const committed = readFileSync(join(observability, 'dashboards', name), 'utf8');
        expect(committed, `${name}: run node deploy/observability/dashboards.mjs`).to.equal(
          readFileSync(join(folder, name), 'utf8'),
        );
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const unit of dashboardNames) {
    it(`can be imported by Grafana: ${unit}`, () => {
      const { schemaVersion, templating, panels } = readDashboard(unit);
      expect(schemaVersion).to.be.a('number');
      const variables = templating.list.map(({ name, type }) => `${name} ${type}`);
      expect(variables).to.deep.equal(listVariables(unit));
      expect(new Set(panels.map(({ id }) => id)).size, 'ids of panels').to.equal(panels.length);
      const cells = panels.flatMap(listCells);
      expect(new Set(cells).size, 'panels over each other').to.equal(cells.length);
      const graphs = panels.filter(({ type }) => type !== 'row');
      expect(graphs.every(({ type }) => type === 'timeseries')).to.equal(true);
      for (const { title, description, datasource, gridPos, targets = [] } of graphs) {
        expect(description, title).to.be.a('string').and.not.to.equal('');
        expect(gridPos.x + gridPos.w, title).to.be.at.most(24);
        expect(targets, title).not.to.have.length(0);
        expect(new Set(targets.map(({ refId }) => refId)).size, title).to.equal(targets.length);
        for (const source of [datasource, ...targets.map((target) => target.datasource)]) {
          expect(source, title).to.deep.equal({ type: 'prometheus', uid: '$datasource' });
        }
        for (const { expr } of targets) expect(expr, title).to.match(toSelector(unit));
      }
    });
  }
});
