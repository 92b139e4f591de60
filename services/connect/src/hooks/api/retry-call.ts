import type { Answer } from '@plotline/kit/core/answer';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { Handler, Call as Request } from '@plotline/kit/http/handler';
import type { Call } from '../../calls/model/call.js';
import { toCallJson } from '../../calls/model/call-json.js';
import type { Context } from '../../context.js';

/** Sends the latest state of the record again, which is safe to repeat. */
async function sendAgain({ outboundJobs, runtime, clock }: Context, request: Request, found: Call): Promise<Answer> {
  const { caller } = request;
  const { connection_id, subject } = found;
  const answer: Answer = { status: 202, body: toCallJson(found) };
  const records = subject ? [{ id: subject.id, request_id: caller.requestId }] : [];
  await outboundJobs.enqueue(caller, { connectionIds: [connection_id], records, record_type: 'lead', now: clock() });
  const entry = { subject: connection_id, type: 'call_retried', description: 'A call was retried.', events: [] };
  await runtime.journal.commit(request, async () => ({ entries: [entry], answer }));
  return answer;
}

/** POST /v1/connections/:id/calls/:call_id/retry. Only events of a provider and sent leads can be repeated safely. */
export function retryCall(context: Context): Handler {
  const { connections, calls, hookEvents, providers } = context;
  return async (call) => {
    const { caller, path } = call;
    const connection = await connections.getExisting(caller, path('id'));
    const found = await calls.get(caller, connection.id, path('call_id'));
    if (!found) throw notFound();
    const { id, direction, hook_event_id: eventId, status, subject } = found;
    const isOfCrm = providers[connection.provider].category === 'crm';
    const isSent = direction === 'out' && status === 'failed' && subject?.type === 'lead';
    if (isOfCrm && isSent) return sendAgain(context, call, found);
    if (eventId === null || status === 'succeeded') {
      const message =
        'Only failed and flagged events of a provider, and failed calls to a CRM about a lead, can be retried.';
      throw conflict(message, 'call_not_repeatable', { call_id: id });
    }
    const answer: Answer = { status: 202, body: toCallJson(found) };
    await hookEvents.retry(call, connection.id, eventId, id, answer);
    return answer;
  };
}
