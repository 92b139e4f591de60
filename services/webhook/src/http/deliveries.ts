import { conflict, notFound } from '@plotline/kit/errors';
import { type Answer, ok, page, selectFields } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { createTestDelivery, resend } from '../domain/delivery.js';
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
export function resendDelivery({ webhooks, deliveries, queues, dispatcher, clock }: Context): Handler {
  return async ({ caller, path }): Promise<Answer> => {
    const id = path('id');
    const [webhook, delivery] = await Promise.all([
      webhooks.get(caller, id),
      deliveries.get(caller, id, path('delivery_id')),
    ]);
    if (!webhook || !delivery) throw notFound();
    if (!webhook.active) throw conflict('The webhook is not active; switch it on first.');
    const due = resend(delivery, clock());
    if (!due || !(await deliveries.reschedule(caller, due))) {
      throw conflict('The delivery is being attempted already, or is about to be.');
    }
    await queues.markDue(caller, [id], clock());
    dispatcher.wake(caller.mode);
    return { status: 202, body: toDeliveryJson(due) };
  };
}

/** POST /v1/webhooks/:id/test. Makes the attempt before it answers. */
export function testWebhook(context: Context): Handler {
  const { deliveries, attemptDelivery, clock } = context;
  return async ({ caller, path }) => {
    const webhook = await getWebhook(context, caller, path('id'));
    const ids = { event: newId('evt'), delivery: newId('dlv') };
    const delivery = createTestDelivery(webhook, caller.workspaceId, ids, clock());
    await deliveries.add(caller, [delivery]);
    const outcome = await attemptDelivery(webhook, delivery);
    await deliveries.recordOutcomes(caller, webhook.id, [{ delivery, outcome }]);
    return ok(toWebhookTestJson(delivery.id, outcome.attempt));
  };
}
