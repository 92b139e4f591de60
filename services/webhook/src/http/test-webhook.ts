import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { createTestDelivery } from '../domain/delivery.js';
import { toWebhookTestJson } from '../json/delivery.js';
import { getWebhook } from './read-webhooks.js';

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
