import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/deadline';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { Counters } from '../../subscriptions/store/counters.js';
import type { Subscriptions } from '../../subscriptions/store/subscriptions.js';
import type { Deliveries } from './deliveries.js';
import { deliveryRetentionSeconds } from './delivery-schema.js';

export interface CountedStores<S extends StoredSubscription> {
  readonly subscriptions: Subscriptions<S>;
  readonly deliveries: Deliveries;
  readonly counters: Counters;
}

/**
 * Recounts the deliveries of every subscription while they are made. Covers only subscriptions whose whole log exists:
 * deliveries leave it after 30 days, and then only the counters have their counts.
 */
export function rebuildCounters<S extends StoredSubscription>(
  { databases, clock }: Pick<ServiceRuntime, 'databases' | 'clock'>,
  { subscriptions, deliveries, counters }: CountedStores<S>,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const since = new Date(clock().getTime() - deliveryRetentionSeconds * 1_000);
  return subscriptions.rebuildSince(mode, since, progress, ({ id, workspace_id }) => {
    const tenant = { workspaceId: workspace_id, mode };
    return runInTransaction(databases[mode], Date.now() + backgroundBudgetMs, async (session) => {
      // A dry run needs no lock, because it reads both in one snapshot.
      const stored = await (progress.dryRun ? counters.get(tenant, id, session) : counters.lock(tenant, id, session));
      if (!stored) return null;
      const counted = await deliveries.log.countOutcomes(tenant, id, session);
      const { successful, failed } = stored;
      if (successful === counted.successful && failed === counted.failed) return null;
      if (!progress.dryRun) await counters.correct(tenant, id, counted, session);
      return { expected: counted, found: { successful, failed } };
    });
  });
}

/** Counts the deliveries that a reset of the sandbox has left to the subscriptions of a workspace. */
export async function resetCounters<S extends StoredSubscription>(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { subscriptions, deliveries, counters }: CountedStores<S>,
  tenant: Tenant,
): Promise<void> {
  for await (const id of subscriptions.ids(tenant)) {
    await runInTransaction(databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
      if (!(await counters.lock(tenant, id, session))) return;
      const counted = await deliveries.log.countOutcomes(tenant, id, session);
      const isUnused = counted.successful + counted.failed === 0;
      await counters.correct(tenant, id, { ...counted, ...(isUnused && { last_triggered: null }) }, session);
    });
  }
}
