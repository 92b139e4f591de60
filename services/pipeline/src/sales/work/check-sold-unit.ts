import type { Tenant } from '@plotline/kit/core/caller';
import { type Check, type CheckScope, createDoctorCaller, type Inconsistency } from '@plotline/kit/ops/doctor/check';
import { listWorkspaces } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { Context } from '../../context.js';
import { createListSoldUnits, type ListSoldUnits } from '../../peers/sold-units.js';
import type { Deal } from '../model/deal.js';

/** Unit that is sold to a missing or cancelled deal. */
interface UnpairedUnit {
  readonly id: string;
  readonly dealId: string;
  /** Status of the deal. Null if the deal doesn't exist. */
  readonly deal: Deal | null;
}

/**
 * Yields the units of a page that are sold to a missing or cancelled deal. Skips units that a sale or release in
 * progress will correct.
 */
async function* findUnpaired(
  { listings, deals, sales }: Context,
  tenant: Tenant,
  unitIds: readonly string[],
): AsyncGenerator<UnpairedUnit> {
  const units = await listings.find(createDoctorCaller(tenant), unitIds);
  const sold = units.flatMap(({ id, deal_id }) => (deal_id === undefined ? [] : [{ id, dealId: deal_id }]));
  const dealIds = sold.map(({ dealId }) => dealId);
  const inProgress = new Set((await sales.getMany(tenant, dealIds)).map(({ id }) => id));
  const known = new Map((await deals.getMany(tenant, dealIds)).map((deal) => [deal.id, deal]));
  for (const { id, dealId } of sold) {
    const deal = known.get(dealId);
    if ((deal?.status === 'closed' && deal.unit_id === id) || inProgress.has(dealId)) continue;
    yield { id, dealId, deal: deal ?? null };
  }
}

function toInconsistency({ workspaceId }: Tenant, { id, dealId, deal }: UnpairedUnit): Inconsistency {
  const found = deal ? `${dealId}, which is ${deal.status}` : `${dealId}, which does not exist`;
  return { workspace_id: workspaceId, id, field: 'deal_id', expected: 'an active deal of the unit', found };
}

async function* findInWorkspace(
  context: Context,
  listSold: ListSoldUnits,
  tenant: Tenant,
): AsyncGenerator<Inconsistency> {
  for (let after = ''; ; ) {
    const { ids, next } = await listSold(createDoctorCaller(tenant), after);
    if (ids.length > 0) {
      for await (const unit of findUnpaired(context, tenant, ids)) yield toInconsistency(tenant, unit);
    }
    if (next === '') return;
    after = next;
  }
}

/** Lists the workspaces that this service knows. Its journal also contains workspaces whose deals are missing. */
async function listTenants({ runtime }: Context, { mode, workspaceId }: CheckScope): Promise<Tenant[]> {
  const { databases, declared } = runtime;
  const names = declared.map(({ name }) => name);
  const ids = workspaceId === undefined ? await listWorkspaces(databases[mode], names) : [workspaceId];
  return ids.map((id) => ({ workspaceId: id, mode }));
}

/**
 * Makes units available again if their deal is missing or cancelled. Checks each deal again, because the unit may have
 * been sold in the meantime.
 */
async function release(context: Context, { mode }: CheckScope, found: readonly Inconsistency[]) {
  for (const { workspace_id: workspaceId, id } of found) {
    const tenant = { workspaceId, mode };
    for await (const { dealId } of findUnpaired(context, tenant, [id])) {
      await context.units.release(createDoctorCaller(tenant), id, dealId);
    }
  }
}

/**
 * Checks that each sold unit has an active deal. A deal may be missing if this service was restored from an older
 * backup than inventory.
 */
export function createSoldUnitCheck(context: Context): Check {
  const listSold = createListSoldUnits(context.inventoryPeer);
  return {
    name: 'sold_unit',
    nextStep: 'check whether the unit was sold meanwhile; if not, set its status in the dashboard',
    find: async function* (scope) {
      for (const tenant of await listTenants(context, scope)) yield* findInWorkspace(context, listSold, tenant);
    },
    repair: (scope, found) => release(context, scope, found),
  };
}
