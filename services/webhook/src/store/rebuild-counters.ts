import type { Mode, Tenant } from '@plotline/kit/caller';
import { backgroundBudgetMs } from '@plotline/kit/deadline';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/maintenance/rebuild';
import { runInTransaction } from '@plotline/kit/mongo/transaction';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Counters } from './counters.js';
import type { Deliveries } from './deliveries.js';
import { deliveryRetentionSeconds } from './delivery-schema.js';
import type { Webhooks } from './webhooks.js';

export interface CountedStores {
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly counters: Counters;
}

/**
 * Counts the deliveries of every webhook anew, while they are made. Only of webhooks whose whole log is there: deliveries
 * leave it after 30 days, and their counts are then nowhere else.
 */
export function rebuildCounters(
  { databases, clock }: Pick<ServiceRuntime, 'databases' | 'clock'>,
  { webhooks, deliveries, counters }: CountedStores,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const since = new Date(clock().getTime() - deliveryRetentionSeconds * 1_000);
  return webhooks.rebuildSince(mode, since, progress, ({ id, workspace_id }) => {
    const tenant = { workspaceId: workspace_id, mode };
    return runInTransaction(databases[mode], Date.now() + backgroundBudgetMs, async (session) => {
      const stored = await counters.lock(tenant, id, session);
      if (!stored) return false;
      const counted = await deliveries.log.countOutcomes(tenant, id, session);
      if (stored.successful === counted.successful && stored.failed === counted.failed) return false;
      await counters.correct(tenant, id, counted, session);
      return true;
    });
  });
}

/** Counts the deliveries that a reset of the sandbox has left to the webhooks of a workspace. */
export async function resetCounters(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { webhooks, deliveries, counters }: CountedStores,
  tenant: Tenant,
): Promise<void> {
  for await (const { id } of webhooks.each(tenant)) {
    await runInTransaction(databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
      if (!(await counters.lock(tenant, id, session))) return;
      const counted = await deliveries.log.countOutcomes(tenant, id, session);
      const isUnused = counted.successful + counted.failed === 0;
      await counters.correct(tenant, id, { ...counted, ...(isUnused && { last_triggered: null }) }, session);
    });
  }
}
