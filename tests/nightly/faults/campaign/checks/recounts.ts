import { isDeepStrictEqual } from 'node:util';
import {
  computeAgentAnalytics,
  computeAgentStats,
  computeFunnel,
  computeOverview,
  computeSources,
} from '../../../../support/analytics/expected-analytics.js';
import { isTree, type Tree, treesOf } from '../../../../support/contract/tree.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { toCountedRecords } from './counted-records.js';
import { show, type Violation } from './violation.js';

const statuses = ['available', 'reserved', 'sold', 'off_market', 'rented'];

function compare(name: string, expected: unknown, actual: unknown): string[] {
  return isDeepStrictEqual(expected, actual) ? [] : [`${name} says ${show(actual)}, a recount gives ${show(expected)}`];
}

function countUnits({ properties, units }: Snapshot): string[] {
  return properties.flatMap((property) => {
    const own = units.filter(({ property_id }) => property_id === property.id);
    const available = own.filter(({ status }) => status === 'available').length;
    return [
      ...compare(`units_count of ${property.id}`, own.length, property.units_count),
      ...compare(`units_available of ${property.id}`, available, property.units_available),
    ];
  });
}

const filterFields: Readonly<Record<string, keyof Snapshot>> = {
  '/v1/leads': 'leads',
  '/v1/units': 'units',
  '/v1/deals': 'deals',
  '/v1/invoices': 'invoices',
};

/** Checks the totals of lists with one filter against the records. */
function countTotals(snapshot: Snapshot): string[] {
  return [...snapshot.totals].flatMap(([target, total]) => {
    const [path = '', query = ''] = target.split('?');
    const [name = '', value = ''] = query.split('=');
    const field = name === 'agent_id' ? 'assigned_agent' : name;
    const records = treesOf(snapshot[filterFields[path] ?? 'leads']);
    const expected = records.filter((record) => name === '' || record[field] === value).length;
    return compare(`meta.total of ${target}`, expected, total);
  });
}

function countReports(snapshot: Snapshot): string[] {
  const records = toCountedRecords(snapshot);
  const report = (name: string): Tree => snapshot.reports.get(`/v1/analytics/${name}`) ?? {};
  const { leads, conversion_rate, deals, revenue } = computeOverview(records);
  const overview = report('overview');
  const units = Object.fromEntries(
    statuses.map((status) => [status, snapshot.units.filter((unit) => unit.status === status).length]),
  );
  return [
    ...compare('overview leads', leads, overview.leads),
    ...compare('overview conversion_rate', conversion_rate, overview.conversion_rate),
    ...compare('overview deals', deals, overview.deals),
    ...compare('overview revenue', revenue, overview.revenue),
    ...compare('overview units', { by_status: units }, overview.units),
    ...compare('funnel', computeFunnel(records).stages, report('funnel').stages),
    ...compare('sources', computeSources(records), report('sources').sources),
  ];
}

function countAgent(agent: SeenRecord, snapshot: Snapshot): string[] {
  const records = toCountedRecords(snapshot);
  const expected = computeAgentAnalytics(records, agent.id);
  const stats = snapshot.reports.get(`/v1/agents/${agent.id}/stats`) ?? {};
  const row = treesOf(snapshot.reports.get('/v1/analytics/agents')?.agents).find(
    ({ agent_id }) => agent_id === agent.id,
  );
  const { agent_id: _id, name: _name, average_response_time: _time, ...counted } = row ?? {};
  const isActive = expected.leads.assigned > 0 || expected.deals_closed > 0;
  return [
    ...compare(`stats of ${agent.id}`, computeAgentStats(records, agent.id), agent.stats),
    ...compare(`leads in the period of ${agent.id}`, expected.leads, isTree(stats.leads) ? stats.leads : null),
    ...(row || isActive ? compare(`analytics of ${agent.id}`, expected, counted) : []),
  ];
}

/**
 * Checks that counters, totals, statistics and reports equal a recount, and that paging by number and by cursor gives
 * the same list.
 */
export function checkRecounts(snapshot: Snapshot): Violation[] {
  const walked = snapshot.leads.map(({ id }) => id);
  return [
    ...countUnits(snapshot),
    ...countTotals(snapshot),
    ...countReports(snapshot),
    ...snapshot.agents.flatMap((agent) => countAgent(agent, snapshot)),
    ...compare('the walk of leads by page', walked, snapshot.pagedLeadIds),
  ].map((message) => ({ rule: 'recounts', tenant: snapshot.tenant, message }));
}
