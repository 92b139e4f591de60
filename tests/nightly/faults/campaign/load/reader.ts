import { treesOf } from '../../../../support/contract/tree.js';
import { createExportActions } from './exports.js';
import { createImportActions } from './imports.js';
import { openStages, sources } from './lead-fields.js';
import { createTaskActions } from './tasks.js';
import type { Action, Actor } from './tenant.js';

/** Number of pages that are read by cursor. */
const maxPages = 30;

const lists = {
  listLeads: '/v1/leads',
  listUnits: '/v1/units',
  listProperties: '/v1/properties',
  listAgents: '/v1/agents',
  listTeams: '/v1/teams',
  listDeals: '/v1/deals',
  listInvoices: '/v1/invoices',
  listCommissions: '/v1/commissions',
} as const;

/** Lists with filters, pages and cursors, analytics, imports, exports, tasks, and the rate limit. */
export function createReaderActions(actor: Actor): readonly Action[] {
  const { client, history, random, tenant } = actor;

  async function list(name: keyof typeof lists, query: string): Promise<void> {
    await client.call({ name, method: 'GET', path: `${lists[name]}?${query}` });
  }

  /** Checks that no record appears twice in a list by creation time while others write. */
  async function walk(): Promise<void> {
    const name = random.pick(['listLeads', 'listUnits', 'listAgents'] as const);
    const seen = new Set<string>();
    let cursor = '';
    for (let page = 0; page < maxPages; page += 1) {
      const path = `${lists[name]}?per_page=${random.between(5, 40)}&cursor=${encodeURIComponent(cursor)}`;
      const { data, meta, operation } = await client.call({ name, method: 'GET', path });
      for (const { id } of treesOf(data)) {
        if (seen.has(String(id))) history.repeatedInWalk.push({ operation, id: String(id) });
        seen.add(String(id));
      }
      if (typeof meta.next_cursor !== 'string') return;
      cursor = meta.next_cursor;
    }
  }

  const filterLeads = () =>
    list(
      'listLeads',
      random.pick([
        `stage=${random.pick(openStages)}&per_page=100`,
        `source=${random.pick(sources)}&sort=updated_at&order=asc`,
        `agent_id=${random.pick(tenant.agentIds)}&page=2`,
        `search=${tenant.name.slice(0, 2)}`,
        'tags=north,south&min_score=1&expand=agent',
        'status=active&created_after=2020-01-01',
      ]),
    );
  const filterUnits = () =>
    list(
      'listUnits',
      random.pick([
        `property_id=${tenant.propertyId}`,
        'status=available,reserved&sort=price&order=desc',
        'min_price=100000&max_price=500000&bedrooms=2',
      ]),
    );
  const filterProperties = () =>
    list('listProperties', random.pick(['status=planning', 'type=villa', 'location=port']));
  const listPeople = async () => {
    await list('listAgents', random.pick(['status=active', 'role=agent', 'search=w']));
    await list('listTeams', 'sort=name');
  };
  const listSales = async () => {
    await list(
      'listDeals',
      random.pick(['status=closed', 'status=cancelled', `unit_id=${random.pick(tenant.unitIds)}`]),
    );
    await list('listInvoices', random.pick(['status=open', 'status=paid']));
    await list('listCommissions', 'status=earned');
  };
  const analyse = async () => {
    const period = random.pick(['week', 'month', 'quarter']);
    const get = (name: string, report: string) =>
      client.call({ name, method: 'GET', path: `/v1/analytics/${report}?period=${period}` });
    await get('getAnalyticsOverview', 'overview');
    await get('getAnalyticsFunnel', 'funnel');
    await get('getAnalyticsSources', 'sources');
    await get('getAnalyticsAgents', 'agents');
  };
  const readRateLimit = async () => {
    await client.call({ name: 'getRateLimit', method: 'GET', path: '/v1/rate-limit' });
    await client.call({ name: 'getUsage', method: 'GET', path: '/v1/usage' });
  };
  const readSamples = async () => {
    await client.call({ name: 'listEventSamples', method: 'GET', path: '/v1/events/samples' });
    await client.call({ name: 'listFiles', method: 'GET', path: `/v1/files?property_id=${tenant.propertyId}` });
  };
  const readBoard = async () => {
    const path = `/v1/leads/summary?source=${random.pick(sources)}`;
    await client.call({ name: 'getLeadSummary', method: 'GET', path });
    const duplicates = `/v1/leads/${random.pick(tenant.sharedLeadIds)}/duplicates`;
    await client.call({ name: 'listLeadDuplicates', method: 'GET', path: duplicates });
    await client.call({ name: 'listDuplicateGroups', method: 'GET', path: '/v1/leads/duplicates' });
  };
  const readNotifications = async () => {
    await client.call({ name: 'getUnreadNotifications', method: 'GET', path: '/v1/notifications/unread' });
    const read = { name: 'markNotificationsRead', method: 'POST', body: {}, hasKey: false } as const;
    await client.call({ ...read, path: '/v1/notifications/read' });
    // Only people can choose how they are notified.
    const preferences = { path: '/v1/notifications/preferences', expected: [403] } as const;
    await client.call({ ...preferences, name: 'getNotificationPreferences', method: 'GET' });
    const body = { task_due: 'bell' };
    await client.call({ ...preferences, name: 'updateNotificationPreferences', method: 'PUT', body });
  };
  return [
    walk,
    filterLeads,
    filterUnits,
    filterProperties,
    listPeople,
    listSales,
    analyse,
    readRateLimit,
    readBoard,
    readNotifications,
    readSamples,
    ...createImportActions(actor),
    ...createExportActions(actor),
    ...createTaskActions(actor),
    walk,
  ];
}
