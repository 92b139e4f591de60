import type { Index } from '@plotline/kit/store/indexes';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';
import { expiryIndex } from '../../events/store/remove-records.js';
import type { Delivery } from '../model/delivery.js';

const attemptSchema = new Schema(
  { timestamp: Date, response_code: Number, duration_ms: Number, error: String, response_body: String },
  { _id: false, strict: 'throw' },
);

export const deliverySchema = createRecordSchema({
  webhook_id: String,
  event_id: String,
  event: String,
  epoch: Number,
  status: String,
  remaining_attempts: Number,
  due_at: Date,
  scheduled_retry_at: Date,
  attempts: [attemptSchema],
  request: Schema.Types.Mixed,
  created_at: Date,
  lead_id: String,
  erased_at: Date,
});

/** Code of an attempt that got no complete response. */
export const noResponseCode = 0;

/** Derives the response code of the last attempt, for the filter of the list. */
export function deriveDelivery({ attempts }: Pick<Delivery, 'attempts'>) {
  const last = attempts.at(-1);
  return { response_code: last && (last.response_code ?? noResponseCode) };
}

/** Age at which a delivery leaves the log. */
export const deliveryRetentionSeconds = 30 * 24 * 3_600;

export const deliveryIndexes: readonly Index[] = [
  { name: 'once', keys: { workspace_id: 1, webhook_id: 1, event_id: 1 }, unique: true },
  { name: 'created_at', keys: { workspace_id: 1, webhook_id: 1, created_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, webhook_id: 1, status: 1, created_at: -1, _id: -1 } },
  { name: 'event', keys: { workspace_id: 1, webhook_id: 1, event: 1, created_at: -1, _id: -1 } },
  {
    name: 'response_code',
    keys: { workspace_id: 1, webhook_id: 1, 'derived.response_code': 1, created_at: -1, _id: -1 },
  },
  {
    name: 'due',
    keys: { workspace_id: 1, webhook_id: 1, due_at: 1, _id: 1 },
    partialFilterExpression: { due_at: { $exists: true } },
  },
  {
    name: 'overdue',
    keys: { due_at: 1 },
    partialFilterExpression: { due_at: { $exists: true } },
  },
  {
    name: 'lead',
    keys: { workspace_id: 1, lead_id: 1 },
    partialFilterExpression: { lead_id: { $exists: true } },
  },
  expiryIndex,
];
