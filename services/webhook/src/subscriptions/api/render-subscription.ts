import type { Tenant } from '@plotline/kit/core/caller';
import type { CounterValue } from '@plotline/kit/store/counter-values';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../model/subscription.js';

/**
 * Renders a subscription for the public API. `pending` is the number of its deliveries that have not been attempted
 * yet.
 */
export type ToJson<S, J extends object> = (subscription: S, counter: CounterValue | undefined, pending: number) => J;

/** Renders stored subscriptions with their statistics, with two queries for all of them. */
export async function renderSubscriptions<S extends StoredSubscription, J extends object>(
  { counters, deliveries }: Channel<S>,
  toJson: ToJson<S, J>,
  tenant: Tenant,
  subscriptions: readonly S[],
): Promise<J[]> {
  const ids = subscriptions.map(({ id }) => id);
  const [found, pending] = await Promise.all([counters.getMany(tenant, ids), deliveries.log.countPending(tenant, ids)]);
  return subscriptions.map((one) => toJson(one, found.get(one.id), pending.get(one.id) ?? 0));
}

/** Renders one stored subscription with all its fields. */
export async function renderSubscription<S extends StoredSubscription, J extends object>(
  channel: Channel<S>,
  toJson: ToJson<S, J>,
  tenant: Tenant,
  subscription: S,
): Promise<J> {
  const [json] = await renderSubscriptions(channel, toJson, tenant, [subscription]);
  if (!json) throw new Error('One subscription was given, and none was rendered.');
  return json;
}
