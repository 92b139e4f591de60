import { ok, selectFields, withVersion } from '@plotline/kit/core/answer';
import { notFound } from '@plotline/kit/core/errors';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { findRequest } from '../model/sent-request.js';
import { toDeliveryJson, toRequestJson } from './delivery-json.js';

interface FieldsQuery {
  readonly fields?: readonly string[];
}

/**
 * Finds the subscription and the delivery with the ids in the path. Rejects with NOT_FOUND when one of them is missing.
 */
export async function findDelivery<S extends StoredSubscription>(
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

/** GET /v1/webhooks/:id/deliveries/:delivery_id, and the same for integrations */
export function getDelivery<S extends StoredSubscription>(channel: Channel<S>): Handler<unknown, FieldsQuery> {
  return async (call) => {
    const { delivery } = await findDelivery(channel, call);
    // The event is read after the delivery. So if an erasure happens between the two reads, the event shows it.
    const event = await channel.events.get(call.caller, delivery.event_id);
    const json = { ...toDeliveryJson(delivery), ...toRequestJson(findRequest(delivery, event)) };
    return withVersion(ok(selectFields(json, call.query.fields)), delivery.version);
  };
}
