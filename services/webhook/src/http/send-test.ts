import { notFound } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { newId } from '@plotline/kit/ids';
import type { Context } from '../context.js';
import { planTest } from '../domain/test-event.js';

/** POST /v1/webhooks/:id/test */
export function sendTest({ subscriptions, deliveries, attempt, clock }: Context): Handler {
  return async ({ caller, path }) => {
    const subscription = await subscriptions.get(caller, path('id'));
    if (!subscription) throw notFound();
    const ids = { event: newId('evt'), delivery: newId('dlv') };
    const delivery = planTest(subscription, caller.workspaceId, ids, clock());
    await deliveries.add(caller, [delivery]);
    const outcome = await attempt(subscription, delivery);
    await deliveries.settle(caller, subscription.id, [{ delivery, outcome }]);
    const { error, response_code, duration_ms } = outcome.attempt;
    return ok({
      delivery_id: delivery.id,
      status: error === null ? 'delivered' : 'failed',
      response_code,
      response_time_ms: duration_ms,
      ...(error === null ? {} : { error }),
    });
  };
}
