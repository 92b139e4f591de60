import { noContent } from '@plotline/kit/http/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '../context.js';

/** DELETE /v1/webhooks/:id */
export function deleteWebhook({ subscriptions, deliveries }: Context): Handler {
  return async (call) => {
    const { caller, header, log } = call;
    const id = call.path('id');
    await subscriptions.remove(call, id, (subscription) => assertIfMatch(header, subscription));
    // Nobody can see or send these any more; what stays after a fault here goes when its time is over.
    deliveries.removeAll(caller, id).catch((error: unknown) => {
      log.warn({ err: error, webhook: id }, 'the deliveries of a deleted webhook were not removed');
    });
    return noContent();
  };
}
