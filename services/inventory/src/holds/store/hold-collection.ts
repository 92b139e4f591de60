import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Hold } from '../model/hold.js';

const deposit = { amount: Number, currency: String, due_at: Date };

const holdSchema = createRecordSchema({
  unit_id: String,
  property_id: String,
  lead_id: String,
  agent_id: String,
  status: String,
  price: { amount: Number, currency: String },
  expires_at: Date,
  position: Number,
  deposit: { type: { ...deposit, paid_at: Date, reference: String }, _id: false, default: undefined },
  notes: String,
  extensions: Number,
  ended_at: Date,
  ended_reason: String,
  created_at: Date,
  updated_at: Date,
  lead_version: Number,
  agent_since: Date,
  activated_at: Date,
  terms: {
    agent_id: String,
    expires_at: Date,
    expires_in: Number,
    deposit: { type: deposit, _id: false, default: undefined },
    notes: String,
  },
  default_hours: Number,
  max_extensions: Number,
  deal_id: String,
});

const isActive = { status: 'active' };
const newestFirst = { created_at: -1, _id: -1 } as const;

/** Field that sorts lists by the end of holds. Holds without an end come last. */
export const endOrder = 'derived.expires_key';

/**
 * Each index is named after the fields that it finds or sorts by. hold-query.ts picks an index for each list.
 * `active_unit` allows only one active hold on a unit, `due` finds holds that expire, and `unit_open` finds the open
 * holds on a unit.
 */
export const holdIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, ...newestFirst } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'expires_at', keys: { workspace_id: 1, expires_at: 1, _id: 1 } },
  { name: 'expires_key', keys: { workspace_id: 1, [endOrder]: 1, _id: 1 } },
  { name: 'unit_id', keys: { workspace_id: 1, unit_id: 1, ...newestFirst } },
  { name: 'property_id', keys: { workspace_id: 1, property_id: 1, ...newestFirst } },
  { name: 'lead_id', keys: { workspace_id: 1, lead_id: 1, ...newestFirst } },
  { name: 'agent_id', keys: { workspace_id: 1, agent_id: 1, ...newestFirst } },
  { name: 'status', keys: { workspace_id: 1, status: 1, ...newestFirst } },
  { name: 'unit_open', keys: { workspace_id: 1, unit_id: 1, status: 1, position: 1 } },
  { name: 'lead_open', keys: { workspace_id: 1, lead_id: 1, status: 1 } },
  { name: 'agent_open', keys: { workspace_id: 1, agent_id: 1, status: 1, expires_at: 1 } },
  { name: 'ended_at', keys: { workspace_id: 1, ended_at: 1 } },
  { name: 'due', keys: { expires_at: 1, _id: 1 }, partialFilterExpression: isActive },
  { name: 'active_unit', keys: { workspace_id: 1, unit_id: 1 }, unique: true, partialFilterExpression: isActive },
];

/** Text that sorts after every time. */
const never = '~';

/** Derives the sort key for the end as text, because lists can't be sorted by a field that can be null. */
function deriveHold({ expires_at }: Pick<Hold, 'expires_at'>) {
  return { expires_key: expires_at?.toISOString() ?? never };
}

export function createHoldCollection(runtime: Pick<ServiceRuntime, 'collection'>): Collection<Hold> {
  return runtime.collection<Hold>({ name: 'holds', schema: holdSchema, indexes: holdIndexes, derive: deriveHold });
}
