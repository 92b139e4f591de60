import { conflict, notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';
import { resend } from '../domain/delivery.js';
import { deliveryJson } from './delivery-json.js';

/** POST /v1/webhooks/:id/deliveries/:delivery_id/resend */
export function resendDelivery({ subscriptions, deliveries, lanes, dispatcher, clock }: Context): Handler {
  return async ({ caller, path }): Promise<Answer> => {
    const id = path('id');
    const [subscription, delivery] = await Promise.all([
      subscriptions.get(caller, id),
      deliveries.get(caller, id, path('delivery_id')),
    ]);
    if (!subscription || !delivery) throw notFound();
    if (!subscription.active) throw conflict('The webhook is not active; switch it on first.');
    const due = resend(delivery, clock());
    if (!due || !(await deliveries.reschedule(caller, due))) {
      throw conflict('The delivery is being attempted already, or is about to be.');
    }
    await lanes.wake(caller, [id], clock());
    dispatcher.wake(caller.mode);
    return { status: 202, body: deliveryJson(due) };
  };
}
