import type { Answer } from '@plotline/kit/core/answer';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { Handler } from '@plotline/kit/http/handler';
import { toCallJson } from '../../calls/model/call-json.js';
import type { Context } from '../../context.js';

/** POST /v1/connections/:id/calls/:call_id/retry. Only events of a provider can be repeated safely. */
export function retryCall({ connections, calls, hookEvents }: Context): Handler {
  return async (call) => {
    const { caller, path } = call;
    const connection = await connections.getExisting(caller, path('id'));
    const found = await calls.get(caller, connection.id, path('call_id'));
    if (!found) throw notFound();
    const { id, hook_event_id: eventId, status } = found;
    if (eventId === null || status === 'succeeded') {
      throw conflict('Only failed and flagged events of a provider can be retried.', 'call_not_repeatable', {
        call_id: id,
      });
    }
    const answer: Answer = { status: 202, body: toCallJson(found) };
    await hookEvents.retry(call, connection.id, eventId, id, answer);
    return answer;
  };
}
