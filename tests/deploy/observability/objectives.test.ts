import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { SERVICE_NAMES } from '@plotline/local/supervise/running-system';
import { expect } from 'chai';
import { recordings } from '../../support/observability/rules.js';
import { root } from '../compose-file.js';

/** Returns the ids of all operations in the contract. They are also the routes of the gateway's requests. */
function listOperations(): string[] {
  const folders = ['gateway', ...SERVICE_NAMES.map((name) => join('services', name))];
  return folders.flatMap((folder) => {
    const text = readFileSync(join(root, folder, 'openapi.yaml'), 'utf8');
    return [...text.matchAll(/^ +operationId: (\w+)$/gm)].flatMap(([, id = '']) => id);
  });
}

/** Routes that the gateway serves in addition to the contract. */
const otherRoutes = [
  'preflight',
  'changes',
  'dashboard',
  'document',
  'reference',
  'feeds',
  'calendars',
  'downloads',
  'hooks',
  'media',
  'pass-through',
  'unmatched',
];

const ofClasses = (name: string) => recordings.filter(({ record, labels }) => record === name && labels?.['class']);

/** Returns whether a route has the labels that an expression selects. */
function selects(expr: string, route: string): boolean {
  const matchers = [...expr.matchAll(/route(=~|!~)"([^"]*)"/g)];
  return matchers.every(([, operator, pattern]) => new RegExp(`^(?:${pattern})$`).test(route) === (operator === '=~'));
}

describe('service level objectives', () => {
  it('count each operation in the contract in one class', () => {
    const operations = listOperations();
    expect(operations.length).to.be.greaterThan(200);
    for (const id of operations) {
      const classes = ofClasses('plotline:slo_total:rate5m').filter(({ expr }) => selects(expr, id));
      expect(
        classes.map(({ labels }) => labels?.['class']),
        id,
      ).to.have.length(1);
    }
  });

  it('count only operations as slow requests', () => {
    for (const route of otherRoutes) {
      const classes = ofClasses('plotline:slo_total:rate5m').filter(({ expr }) => selects(expr, route));
      expect(classes, route).to.deep.equal([]);
    }
  });

  it('use times that are buckets of the request histogram', async () => {
    const { registry, observe } = createMetrics('gateway');
    observe('getLead', 200, 0.01);
    const text = await registry.metrics();
    const slow = ofClasses('plotline:slo_bad:rate5m');
    expect(slow).to.have.length(5);
    for (const { expr } of slow) expect(text).to.include(/le="[\d.]+"/.exec(expr)?.[0] ?? 'no bucket');
  });

  it('each have a budget', () => {
    const budgets = recordings.filter(({ record }) => record === 'plotline:slo_budget:ratio');
    const objectives = recordings.filter(({ record }) => record === 'plotline:slo_bad:rate5m');
    expect(budgets.map(({ labels }) => labels?.['slo'])).to.have.members([
      ...new Set(objectives.map(({ labels }) => labels?.['slo'])),
    ]);
  });
});
