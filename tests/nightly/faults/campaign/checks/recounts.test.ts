import { expect } from 'chai';
import {
  computeAgentAnalytics,
  computeAgentStats,
  computeFunnel,
  computeOverview,
  computeSources,
} from '../../../../support/analytics/expected-analytics.js';
import { madeUpSale, madeUpSales } from '../made-up/snapshot.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { toCountedRecords } from './counted-records.js';
import { checkRecounts } from './recounts.js';

/** Snapshot with correct reports. */
function createSnapshot(): Snapshot {
  const { deal, lead, ...papers } = madeUpSale(1, { agent_id: 'agent_1' });
  const sold = madeUpSales([{ deal, lead: { ...lead, assigned_agent: 'agent_1' }, ...papers }]);
  const counted = toCountedRecords(sold);
  const analytics = computeAgentAnalytics(counted, 'agent_1');
  const agent: SeenRecord = { id: 'agent_1', stats: computeAgentStats(counted, 'agent_1') };
  const byStatus = { available: 0, reserved: 0, sold: 1, off_market: 0, rented: 0 };
  return {
    ...sold,
    agents: [agent],
    properties: [{ id: 'prop_1', units_count: 1, units_available: 0 }],
    totals: new Map([
      ['/v1/leads', 1],
      ['/v1/leads?stage=won', 1],
      ['/v1/leads?agent_id=agent_1', 1],
      ['/v1/invoices?status=paid', 0],
    ]),
    reports: new Map<string, Readonly<Record<string, unknown>>>([
      ['/v1/analytics/overview', { ...computeOverview(counted), units: { by_status: byStatus } }],
      ['/v1/analytics/funnel', { stages: computeFunnel(counted).stages }],
      ['/v1/analytics/sources', { sources: computeSources(counted) }],
      ['/v1/analytics/agents', { agents: [{ agent_id: 'agent_1', name: 'A', ...analytics }] }],
      ['/v1/agents/agent_1/stats', { leads: analytics.leads }],
    ]),
  };
}

describe('the campaign check of recounts', () => {
  const right = createSnapshot();
  const count = (parts: Partial<Snapshot>) => checkRecounts({ ...right, ...parts }).length;

  it('accepts figures that match the records', () => {
    expect(checkRecounts(right)).to.deep.equal([]);
  });

  it('reports unit counters that do not match the units', () => {
    expect(count({ properties: [{ id: 'prop_1', units_count: 1, units_available: 1 }] })).to.equal(1);
    expect(count({ properties: [{ id: 'prop_1', units_count: 2, units_available: 0 }] })).to.equal(1);
  });

  it('reports a total that does not match the records', () => {
    for (const path of right.totals.keys()) expect(count({ totals: new Map([[path, 7]]) }), path).to.equal(1);
  });

  it('reports analytics and statistics that do not match the records', () => {
    for (const path of right.reports.keys()) {
      expect(count({ reports: new Map([...right.reports, [path, {}]]) }), path).to.be.above(0);
    }
    expect(count({ agents: [{ id: 'agent_1', stats: { active_leads: 9 } }] })).to.equal(1);
  });

  it('reports differences between lists by page and by cursor', () => {
    expect(count({ pagedLeadIds: [] })).to.equal(1);
    expect(count({ pagedLeadIds: ['lead_1', 'lead_1'] })).to.equal(1);
  });
});
