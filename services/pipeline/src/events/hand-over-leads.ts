import type { Consumer } from '@plotline/kit/broker/consume';
import { finalSweepAt, nextSweepAt } from './handover-times.js';
import { type HandoverParts, moveToHeir } from './move-to-heir.js';
import { readPayload, textOf } from './published-event.js';

/**
 * `handover.requested`: the leads of an agent who was deactivated go to another one. Which go to whom is asked for, not
 * taken from the event, so that events may come late, twice and in any order.
 */
export function handOverLeads(parts: HandoverParts): Consumer {
  const { departures, clock } = parts;
  return {
    queue: 'pipeline.handovers',
    bindings: ['handover.requested'],
    prefetch: 2,
    handle: async ({ name, requestId, ...event }) => {
      // A queue may still have a binding from before.
      if (name !== 'handover.requested') return;
      const { scope, data } = readPayload(event);
      const agentId = textOf(data, 'agent_id');
      await moveToHeir(parts, { scope, name: 'handover', requestId }, agentId);
      const departure = { agent_id: agentId, request_id: requestId };
      await departures.watch(scope, departure, nextSweepAt(clock()), finalSweepAt(clock()));
    },
  };
}
