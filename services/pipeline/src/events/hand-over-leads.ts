import type { Consumer } from '@plotline/kit/broker/consume';
import type { Departure } from '../store/departures.js';
import { isHandover } from './find-heir.js';
import { finalSweepAt, nextSweepAt } from './handover-times.js';
import { type HandoverParts, moveToHeir } from './move-to-heir.js';
import { type PublishedEvent, readPayload, textOf } from './published-event.js';

function departureOf(name: string, requestId: string, { data, timestamp: at }: PublishedEvent): Departure {
  const told = { at, request_id: requestId };
  if (name === 'agent.deactivated') return { ...told, agent_id: textOf(data, 'id'), heir_id: null };
  return { ...told, agent_id: textOf(data, 'agent_id'), heir_id: textOf(data, 'to_agent_id') };
}

/**
 * `handover.requested`: the leads of an agent who was deactivated go to another one. `agent.deactivated` ends what was
 * said of an earlier deactivation. Both may come late, twice and in any order.
 */
export function handOverLeads(parts: HandoverParts): Consumer {
  const { departures, clock } = parts;
  return {
    queue: 'pipeline.handovers',
    bindings: ['handover.requested', 'agent.deactivated'],
    prefetch: 2,
    handle: async (event) => {
      const published = readPayload(event);
      const { scope } = published;
      const departure = departureOf(event.name, event.requestId, published);
      if (departure.agent_id === departure.heir_id) return;
      await departures.note(scope, departure);
      if (!isHandover(departure)) return;
      await moveToHeir(parts, { scope, name: 'handover', requestId: event.requestId }, departure);
      await departures.watch(scope, departure, nextSweepAt(clock()), finalSweepAt(clock()));
    },
  };
}
