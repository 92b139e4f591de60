import type { Answer } from '@plotline/kit/core/answer';
import { conflict } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../../subscriptions/model/subscription.js';
import { resend } from '../model/delivery.js';
import { toDeliveryJson } from './delivery-json.js';
import { findDelivery } from './get-delivery.js';
import { inactive } from './inactive.js';

/** POST /v1/webhooks/:id/deliveries/:delivery_id/resend, and the same for integrations */
export function resendDelivery<S extends StoredSubscription>(channel: Channel<S>): Handler {
  const { deliveries, dispatcher, clock } = channel;
  return async (call): Promise<Answer> => {
    const { caller } = call;
    // An erasure may change the delivery at the same time.
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
