import type { Collection } from '@plotline/kit/mongo/collection';
import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import type { Versioned } from '@plotline/kit/mongo/records';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import { Schema } from 'mongoose';
import { allTime, type Counter, wholeWorkspace } from '../domain/counter.js';

export interface StoredCounter extends Versioned, Counter {
  /** On the head: records are being removed without a change of the counters, which are corrected afterwards. */
  readonly unreliable?: boolean;
  /** On the head: how often the counters of the workspace were corrected. */
  readonly corrections?: number;
}

/** What the change of a record adds to the counters; deleted when it is compacted. */
export interface CounterChange extends Versioned {
  readonly counters: readonly Counter[];
}

/** The name of the collection whose changes are added to the counters. */
export const changesName = 'counter_changes';

/** The id of the counter of an agent on a day. */
export function toCounterId(workspaceId: string, agentId: string, day: string): string {
  return `${workspaceId}/${agentId}/${day}`;
}

/** The counter whose version grows by each compaction of its workspace: who reads it before and after the changes knows of one between. */
export function toHeadId(workspaceId: string): string {
  return toCounterId(workspaceId, wholeWorkspace, allTime);
}

export interface CounterCollections {
  readonly counters: Collection<StoredCounter>;
  readonly changes: Collection<CounterChange>;
}

export function createCounterCollections(runtime: Pick<ServiceRuntime, 'collection'>): CounterCollections {
  return {
    counters: runtime.collection<StoredCounter>({
      name: 'counters',
      schema: createRecordSchema({
        agent_id: String,
        day: String,
        counts: Schema.Types.Mixed,
        unreliable: Boolean,
        corrections: Number,
      }),
      indexes: [
        { name: 'agent_day', keys: { workspace_id: 1, agent_id: 1, day: 1 }, unique: true },
        { name: 'day', keys: { workspace_id: 1, day: 1, agent_id: 1 } },
      ],
      reset: 'kept',
    }),
    changes: runtime.collection<CounterChange>({
      name: changesName,
      schema: createRecordSchema({ counters: Schema.Types.Mixed }),
      indexes: [{ name: 'workspace', keys: { workspace_id: 1, _id: 1 } }],
      reset: 'kept',
    }),
  };
}
