import { conflict, notFound } from '@plotline/kit/errors';
import { type Answer, ok, page, selectFields } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Command } from '@plotline/kit/idempotency/command';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { createTestDelivery, type Delivery, resend } from '../domain/delivery.js';
import type { Webhook } from '../domain/webhook.js';
import { toDeliveryJson, toWebhookTestJson } from '../json/delivery.js';
import type { DeliveryQuery } from '../store/deliveries.js';
import { getWebhook } from './read-webhooks.js';

interface Query extends DeliveryQuery {
  readonly fields?: readonly string[];
}

/** GET /v1/webhooks/:id/deliveries */
export function listDeliveries(context: Context): Handler<unknown, Query> {
  return async ({ caller, path, query }) => {
    const { id } = await getWebhook(context, caller, path('id'));
    const { records, info } = await context.deliveries.list(caller, id, query);
    return page(
      records.map((delivery) => selectFields(toDeliveryJson(delivery), query.fields)),
      info,
    );
  };
}

/** POST /v1/webhooks/:id/deliveries/:delivery_id/resend */
export function resendDelivery({ webhooks, deliveries, dispatcher, clock }: Context): Handler {
  return async (call): Promise<Answer> => {
    const { caller, path } = call;
    const id = path('id');
    const [webhook, delivery] = await Promise.all([
      webhooks.get(caller, id),
      deliveries.get(caller, id, path('delivery_id')),
    ]);
    if (!webhook || !delivery) throw notFound();
    if (!webhook.active) throw conflict('The webhook is not active; switch it on first.');
    const due = resend(delivery, clock());
    if (!due) throw conflict('The delivery is being attempted already, or is about to be.');
    const answer: Answer = { status: 202, body: toDeliveryJson(due) };
    await deliveries.resend(call, due, answer);
    dispatcher.wake(caller.mode);
    return answer;
  };
}

/**
 * Stores the delivery of a test before its attempt. A request that is repeated because the process crashed during the attempt
 * gets the same one: the receiver then gets the same event twice, by whose id it can tell.
 */
async function openTest({ deliveries, clock }: Context, { caller, claim }: Command, webhook: Webhook) {
  const open = async (ids: { readonly event: string; readonly delivery: string }): Promise<Delivery> => {
    const delivery = createTestDelivery(webhook, caller.workspaceId, ids, clock());
    await deliveries.add(caller, [delivery]);
    return delivery;
  };
  const newIds = () => ({ event: newId('evt'), delivery: newId('dlv') });
  if (!claim) return open(newIds());
  const place = claim.id.slice(0, 26);
  const ids = { event: `evt_${place}`, delivery: `dlv_${place}` };
  const known = await deliveries.get(caller, webhook.id, ids.delivery);
  if (known?.status === 'pending') return known;
  // A key that is used anew after its 24 hours finds the delivery of its former request.
  return open(known ? newIds() : ids);
}

/** POST /v1/webhooks/:id/test. Makes the attempt before it answers. */
export function testWebhook(context: Context): Handler {
  const { deliveries, attemptDelivery } = context;
  return async (call) => {
    const { caller, path } = call;
    const webhook = await getWebhook(context, caller, path('id'));
    const delivery = await openTest(context, call, webhook);
    const outcome = await attemptDelivery(webhook, delivery);
    const answer = ok(toWebhookTestJson(delivery.id, outcome.attempt));
    await deliveries.recordTest(call, { delivery, outcome }, answer);
    return answer;
  };
}
