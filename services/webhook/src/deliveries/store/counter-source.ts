import type { Tenant } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/time';
import { type CounterSource, correctCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Counts } from '@plotline/kit/store/counter-values';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import type { ChannelStores } from './channel-stores.js';
import { deliveryRetentionSeconds } from './delivery-schema.js';

type CountedStores<S extends StoredSubscription> = Pick<ChannelStores<S>, 'subscriptions' | 'deliveries' | 'counters'>;

/** Describes how to count the log of deliveries for the counters of subscriptions created since a time. */
function createCounterSource<S extends StoredSubscription>(
  { subscriptions, deliveries, counters }: CountedStores<S>,
  since: Date,
): CounterSource {
  return {
    counters,
    count: async (tenant, session) => {
      const counted = new Map<string, Counts>();
      for (const id of await subscriptions.listIdsSince(tenant, since, session)) {
        counted.set(id, await deliveries.log.countOutcomes(tenant, id, session));
      }
      return counted;
    },
    lockOwners: (tenant, ids, session) => subscriptions.lock(tenant, ids, session),
  };
}

/**
 * Describes how to count the log for the counters of recent subscriptions, whose whole log still exists. Deliveries
 * leave the log after 30 days, so older counts exist only in the counters.
 */
export function createRecentCounterSource<S extends StoredSubscription>(
  { clock }: Pick<ServiceRuntime, 'clock'>,
  stores: CountedStores<S>,
): CounterSource {
  return createCounterSource(stores, new Date(clock().getTime() - deliveryRetentionSeconds * 1_000));
}

/** Counts a workspace's deliveries that remain after a reset of the sandbox. */
export async function resetCounters<S extends StoredSubscription>(
  runtime: Pick<ServiceRuntime, 'databases'>,
  stores: CountedStores<S>,
  tenant: Tenant,
): Promise<void> {
  const { subscriptions, deliveries, counters } = stores;
  const always = new Date(0);
  for (const id of await subscriptions.listIdsSince(tenant, always)) {
    await runInTransaction(runtime.databases[tenant.mode], Date.now() + backgroundBudgetMs, async (session) => {
      const { successful, failed } = await deliveries.log.countOutcomes(tenant, id, session);
      if (successful + failed === 0) await counters.clear(tenant, id, session);
    });
  }
  await correctCounters(runtime, createCounterSource(stores, always), tenant);
}
