import type { Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import type { Subscription } from '../domain/subscription.js';
import { webhookJson } from './webhook-json.js';

/** Stored subscriptions as the public sees them, with what their deliveries came to; two queries for all of them. */
export async function showWebhooks(
  { tallies, deliveries }: Context,
  tenant: Tenant,
  subscriptions: readonly Subscription[],
) {
  const ids = subscriptions.map(({ id }) => id);
  const [found, pending] = await Promise.all([tallies.getMany(tenant, ids), deliveries.countPending(tenant, ids)]);
  const tallyOf = new Map(found.map((tally) => [tally.id, tally]));
  return subscriptions.map((subscription) => {
    const { id } = subscription;
    return webhookJson(subscription, tallyOf.get(id), pending.get(id) ?? 0);
  });
}
