import { conflict, invalid, notFound } from '@plotline/kit/errors';
import { type Answer, ok, page, selectFields, withVersion } from '@plotline/kit/http/answer';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/mongo/list';
import { retryOnConflict } from '@plotline/kit/mongo/retry-on-conflict';
import type { Channel } from '../context.js';
import { resend } from '../domain/delivery.js';
import { findRequest } from '../domain/sent-request.js';
import type { StoredSubscription } from '../domain/subscription.js';
import { toDeliveryJson, toRequestJson } from '../json/delivery.js';
import type { DeliveryFilter } from '../store/delivery-list-plan.js';
import { inactive } from './inactive.js';
import { findSubscription } from './read-subscriptions.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface DeliveryQuery extends ListQuery, DeliveryFilter, FieldsQuery {
  readonly from?: string;
  readonly to?: string;
}

/** One bound of the time by either of its names. Throws VALIDATION_ERROR when both are given. */
function readBound(query: DeliveryQuery, name: 'created_after' | 'created_before', alias: 'from' | 'to') {
  if (query[name] !== undefined && query[alias] !== undefined)
    throw invalid({ field: alias, message: `cannot be combined with ${name}, which means the same` });
  const bound = query[name] ?? query[alias];
  return bound === undefined ? {} : { [name]: bound };
}

/** GET /v1/webhooks/:id/deliveries, and of integrations */
export function listDeliveries<S extends StoredSubscription>(channel: Channel<S>): Handler<unknown, DeliveryQuery> {
  return async ({ caller, path, query }) => {
    const range = { ...readBound(query, 'created_after', 'from'), ...readBound(query, 'created_before', 'to') };
    const { id } = await findSubscription(channel, caller, path('id'));
    const { records, info } = await channel.deliveries.log.list(caller, id, { ...query, ...range });
    return page(
      records.map((delivery) => selectFields(toDeliveryJson(delivery), query.fields)),
      info,
    );
  };
}

/** The subscription and its delivery of the ids in the path. Rejects with NOT_FOUND when one of them is not there. */
async function findDelivery<S extends StoredSubscription>(
  { subscriptions, deliveries }: Channel<S>,
  { caller, path }: Pick<Call<unknown>, 'caller' | 'path'>,
) {
  const id = path('id');
  const [subscription, delivery] = await Promise.all([
    subscriptions.get(caller, id),
    deliveries.get(caller, id, path('delivery_id')),
  ]);
  if (!subscription || !delivery) throw notFound();
  return { subscription, delivery };
}

/** GET /v1/webhooks/:id/deliveries/:delivery_id, and of integrations */
export function getDelivery<S extends StoredSubscription>(channel: Channel<S>): Handler<unknown, FieldsQuery> {
  return async (call) => {
    const { delivery } = await findDelivery(channel, call);
    // After the delivery: an erasure that comes between the two reads shows in the event.
    const event = await channel.events.get(call.caller, delivery.event_id);
    const json = { ...toDeliveryJson(delivery), ...toRequestJson(findRequest(delivery, event)) };
    return withVersion(ok(selectFields(json, call.query.fields)), delivery.version);
  };
}

/** POST /v1/webhooks/:id/deliveries/:delivery_id/resend, and of integrations */
export function resendDelivery<S extends StoredSubscription>(channel: Channel<S>): Handler {
  const { deliveries, dispatcher, clock } = channel;
  return async (call): Promise<Answer> => {
    const { caller } = call;
    // An erasure may change the delivery meanwhile.
    const answer = await retryOnConflict(async () => {
      const { subscription, delivery } = await findDelivery(channel, call);
      if (!subscription.active) throw inactive(channel, subscription);
      const due = resend(delivery, subscription.epoch, clock());
      if (!due) throw conflict('The delivery is being attempted already, or is about to be.', 'delivery_in_progress');
      const accepted: Answer = { status: 202, body: toDeliveryJson(due) };
      await deliveries.resend(call, due, accepted);
      return accepted;
    });
    dispatcher.wake(caller.mode, [call.path('id')]);
    return answer;
  };
}
