import { type Answer, ok, page, selectFields, withVersion } from '@plotline/kit/core/answer';
import { conflict, invalid, notFound } from '@plotline/kit/core/errors';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { retryOnConflict } from '@plotline/kit/store/transactions/retry-on-conflict';
import type { Channel } from '../../context.js';
import { findSubscription } from '../../subscriptions/api/read-subscriptions.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { resend } from '../model/delivery.js';
import { findRequest } from '../model/sent-request.js';
import type { DeliveryFilter } from '../store/delivery-list-plan.js';
import { toDeliveryJson, toRequestJson } from './delivery-json.js';
import { inactive } from './inactive.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

interface DeliveryQuery extends ListQuery, DeliveryFilter, FieldsQuery {
  readonly from?: string;
  readonly to?: string;
}

/** Returns one bound of the time by either of its names. Throws VALIDATION_ERROR when both are given. */
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

/**
 * Finds the subscription and the delivery with the ids in the path. Rejects with NOT_FOUND when one of them is missing.
 */
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
    // Read after the delivery, so that an erasure between the two reads shows in the event.
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
      if (!due) throw conflict('The delivery is already being attempted, or is about to be.', 'delivery_in_progress');
      const accepted: Answer = { status: 202, body: toDeliveryJson(due) };
      await deliveries.resend(call, due, accepted);
      return accepted;
    });
    dispatcher.wake(caller.mode, [call.path('id')]);
    return answer;
  };
}
