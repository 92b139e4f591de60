import { ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import type { Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import type { CounterValue } from '@plotline/kit/store/counter-values';
import type { Channel } from '../context.js';
import type { StoredSubscription } from '../domain/subscription.js';
import type { SubscriptionQuery } from '../store/subscriptions.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/** Renders a subscription for the public API. `pending` is the number of its deliveries that were not attempted yet. */
export type ToJson<S, J extends object> = (subscription: S, counter: CounterValue | undefined, pending: number) => J;

/** Returns the subscription with this id. Rejects with NOT_FOUND when there is none. */
export async function findSubscription<S extends StoredSubscription>(
  { subscriptions }: Pick<Channel<S>, 'subscriptions'>,
  tenant: Tenant,
  id: string,
): Promise<S> {
  const subscription = await subscriptions.get(tenant, id);
  if (!subscription) throw notFound();
  return subscription;
}

/** Renders stored subscriptions with their statistics, with two queries for all of them. */
async function renderAll<S extends StoredSubscription, J extends object>(
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
  const [json] = await renderAll(channel, toJson, tenant, [subscription]);
  if (!json) throw new Error('One subscription was given, and none was rendered.');
  return json;
}

/** GET /v1/webhooks, GET /v1/integrations */
export function listSubscriptions<S extends StoredSubscription>(
  channel: Channel<S>,
  toJson: ToJson<S, { readonly id: string }>,
  summaryFields: readonly string[],
): Handler<unknown, SubscriptionQuery & FieldsQuery> {
  return async ({ caller, query }) => {
    const { records, info } = await channel.subscriptions.list(caller, query);
    const rendered = await renderAll(channel, toJson, caller, records);
    return page(
      rendered.map((one) => selectFields(one, query.fields ?? summaryFields)),
      info,
    );
  };
}

/** GET /v1/webhooks/:id, GET /v1/integrations/:id */
export function getSubscription<S extends StoredSubscription>(
  channel: Channel<S>,
  toJson: ToJson<S, { readonly id: string }>,
): Handler<unknown, FieldsQuery> {
  return async ({ caller, path, query }) => {
    const subscription = await findSubscription(channel, caller, path('id'));
    const json = await renderSubscription(channel, toJson, caller, subscription);
    return withVersion(ok(selectFields(json, query.fields)), subscription.version);
  };
}
