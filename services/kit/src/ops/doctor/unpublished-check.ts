import type { ServiceRuntime } from '../../service/runtime.js';
import { type Entry, journalCollection } from '../../store/journal/entry.js';
import type { Check } from './check.js';

/** Maximum delay of events that restarts of a broker or killed processes cause. */
const patienceMs = 120_000;

/**
 * Creates a check that the journal's events were published. The relay publishes waiting events by itself once a broker
 * and a queue accept them.
 */
export function createUnpublishedCheck({ databases }: Pick<ServiceRuntime, 'databases'>): Check {
  return {
    name: 'unpublished_events',
    nextStep: 'check the broker (deploy/runbooks/events.md): the relay publishes the event once a queue accepts it',
    find: async function* ({ mode, workspaceId }) {
      const filter = {
        unpublished: { $gt: new Date(0) },
        at: { $lt: new Date(Date.now() - patienceMs) },
        ...(workspaceId !== undefined && { workspace_id: workspaceId }),
      };
      const projection = { workspace_id: 1, at: 1, unroutable: 1 } as const;
      const entries = databases[mode].collection<Entry>(journalCollection).find(filter, { projection, hint: 'outbox' });
      for await (const { _id: id, workspace_id, at, unroutable } of entries) {
        const found = `unpublished since ${at.toISOString()}${unroutable ? ', because no queue is bound to its events' : ''}`;
        yield { workspace_id, id, expected: 'published', found };
      }
    },
  };
}
