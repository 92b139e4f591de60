import { noContent } from '@plotline/kit/core/answer';
import { assertIfMatch } from '@plotline/kit/http/etag';
import type { Handler } from '@plotline/kit/http/handler';
import type { Channel } from '../../context.js';
import type { StoredSubscription } from '../model/subscription.js';

/** DELETE /v1/webhooks/:id, DELETE /v1/integrations/:id */
export function deleteSubscription<S extends StoredSubscription>({ subscriptions, dispatcher }: Channel<S>): Handler {
  return async (call) => {
    const { caller, header, path } = call;
    await subscriptions.delete(call, path('id'), (subscription) => assertIfMatch(header, subscription));
    dispatcher.wake(caller.mode);
    return noContent();
  };
}
