import type { ServiceRuntime } from '../../service/runtime.js';
import { type Entry, journalCollection } from '../../store/journal/entry.js';
import type { Check } from './check.js';

/** A broker that was restarted, or a process that was killed, delays events by less. */
const patienceMs = 120_000;

/** Whether the events of the journal were published. The relay publishes what waits by itself, once a broker and a queue take it. */
export function createUnpublishedCheck({ databases }: Pick<ServiceRuntime, 'databases'>): Check {
  return {
    name: 'unpublished_events',
    nextStep:
      'see to the broker (deploy/runbooks/events.md): the relay publishes by itself once a queue takes the event',
    find: async function* ({ mode, workspaceId }) {
      const filter = {
        unpublished: { $gt: new Date(0) },
        at: { $lt: new Date(Date.now() - patienceMs) },
        ...(workspaceId !== undefined && { workspace_id: workspaceId }),
      };
      const projection = { workspace_id: 1, at: 1, unroutable: 1 } as const;
      const entries = databases[mode].collection<Entry>(journalCollection).find(filter, { projection, hint: 'outbox' });
      for await (const { _id: id, workspace_id, at, unroutable } of entries) {
        const found = `unpublished since ${at.toISOString()}${unroutable ? ', as no queue is bound to its events' : ''}`;
        yield { workspace_id, id, expected: 'published', found };
      }
    },
  };
}
