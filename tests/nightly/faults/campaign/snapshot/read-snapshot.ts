import { isTree, type Tree } from '../../../../support/contract/tree.js';
import type { Received } from '../../../../support/receiver.js';
import { type History, isAcknowledged } from '../history/operation.js';
import { openStages, sources } from '../load/lead-fields.js';
import type { LogFollower } from '../load/log-follower.js';
import type { Tenant } from '../load/tenant.js';
import { ApiReader } from './api-reader.js';
import { type SeenEvent, toEvent } from './seen-event.js';
import type { Snapshot } from './snapshot.js';

/** Number of another tenant's records that each tenant tries to read. */
const maxForeignReads = 8;

const paths: Readonly<Record<string, string>> = {
  lead: '/v1/leads',
  property: '/v1/properties',
  unit: '/v1/units',
  agent: '/v1/agents',
  team: '/v1/teams',
  webhook: '/v1/webhooks',
};

/** Events that the observer of a tenant has received so far. */
function toEvents(tenant: Tenant, received: readonly Received[]): SeenEvent[] {
  return received
    .filter(({ path }) => path.endsWith(`/${tenant.name}/observer`))
    .map(({ body }) => toEvent(JSON.parse(body)));
}

async function readEach<T>(keys: readonly string[], read: (key: string) => Promise<T>): Promise<Map<string, T>> {
  const all = new Map<string, T>();
  for (const key of keys) all.set(key, await read(key));
  return all;
}

function listTotals(tenant: Tenant): string[] {
  return [
    '/v1/leads',
    ...[...openStages, 'new', 'won', 'lost'].map((stage) => `/v1/leads?stage=${stage}`),
    ...sources.map((source) => `/v1/leads?source=${source}`),
    ...tenant.agentIds.map((id) => `/v1/leads?agent_id=${id}`),
    ...['available', 'reserved', 'sold', 'off_market', 'rented'].map((status) => `/v1/units?status=${status}`),
    `/v1/units?property_id=${tenant.propertyId}`,
    ...['closed', 'cancelled'].map((status) => `/v1/deals?status=${status}`),
    ...['open', 'paid', 'void'].map((status) => `/v1/invoices?status=${status}`),
  ];
}

function listDeleted({ operations }: History, tenant: string): string[] {
  return operations
    .filter((operation) => operation.tenant === tenant && isAcknowledged(operation))
    .flatMap(({ effects }) => effects.flatMap((effect) => (effect.kind === 'delete' ? [effect] : [])))
    .map(({ resource, id }) => `${paths[resource]}/${id}`);
}

export interface SnapshotInput {
  readonly history: History;
  readonly received: readonly Received[];
  readonly follower: LogFollower;
  /** Paths of records of other tenants. */
  readonly foreignPaths: readonly string[];
}

/** Reads all records of a tenant. Throws when an answer is not 200. */
export async function readSnapshot(input: SnapshotInput): Promise<Snapshot> {
  const { history, received, follower, foreignPaths } = input;
  const { tenant } = follower;
  const reader = new ApiReader(tenant);
  await follower.catchUp();
  const leads = await reader.walk('/v1/leads');
  const agents = await reader.readAll('/v1/agents', '?include_stats=true');
  const webhooks = await reader.readAll('/v1/webhooks');
  const timelines = await readEach(
    leads.map(({ id }) => id),
    async (id) => (await reader.walk(`/v1/leads/${id}/activity`)).reverse(),
  );
  const deals = await reader.walk('/v1/deals');
  const invoices = await reader.walk('/v1/invoices');
  const planned = deals.filter(({ payment_plan_id: plan }) => typeof plan === 'string').map(({ id }) => id);
  const ofPlans = invoices.filter(({ instalment_id: of }) => typeof of === 'string').map(({ id }) => id);
  const instalments = await readEach(planned, (id) => reader.walk(`/v1/deals/${id}/instalments`));
  // An earlier release has no holds.
  const holds = tenant.missingOperations.has('listHolds') ? [] : await reader.walk('/v1/holds');
  const reports = ['overview', 'funnel', 'sources', 'agents'].map((name) => `/v1/analytics/${name}`);
  const stats = agents.map(({ id }) => `/v1/agents/${id}/stats`);
  return {
    tenant: tenant.name,
    workspaceId: tenant.workspaceId,
    leads,
    agents,
    webhooks,
    timelines,
    properties: await reader.readAll('/v1/properties'),
    units: await reader.readAll('/v1/units'),
    teams: await reader.walk('/v1/teams'),
    deals,
    invoices,
    holds,
    instalments: [...instalments.values()].flat(),
    payments: await readEach(ofPlans, (id) => reader.walk(`/v1/invoices/${id}/payments`)),
    commissions: await reader.walk('/v1/commissions'),
    deliveries: await readEach(
      webhooks.map(({ id }) => id),
      (id) => reader.walk(`/v1/webhooks/${id}/deliveries`),
    ),
    observerId: tenant.observerId,
    events: toEvents(tenant, received),
    log: follower.events,
    logAgain: (await reader.readLog()).map(({ id }) => id),
    logGaps: follower.gaps,
    reports: await readEach<Tree>([...reports, ...stats], (path) => reader.readData(path)),
    totals: await readEach(listTotals(tenant), async (path) => {
      const { meta } = await reader.readEnvelope(`${path}${path.includes('?') ? '&' : '?'}per_page=1`);
      return isTree(meta) ? meta.total : undefined;
    }),
    pagedLeadIds: await reader.readPages('/v1/leads', 20),
    foreignReads: await readEach(foreignPaths.slice(0, maxForeignReads), (path) => reader.readStatus(path)),
    deletedReads: await readEach(listDeleted(history, tenant.name), (path) => reader.readStatus(path)),
  };
}

/** Returns paths of this tenant's records, which the others try to read. */
export function listForeignPaths({ sharedLeadIds, unitIds, agentIds, propertyId, observerId }: Tenant): string[] {
  return [
    ...sharedLeadIds.slice(0, 1).map((id) => `/v1/leads/${id}`),
    ...unitIds.slice(0, 1).map((id) => `/v1/units/${id}`),
    ...agentIds.slice(0, 1).map((id) => `/v1/agents/${id}`),
    `/v1/properties/${propertyId}`,
    `/v1/webhooks/${observerId}`,
  ];
}
