import { createRecordSchema } from '@plotline/kit/mongo/record-model';
import { Schema } from 'mongoose';
import type { Pace } from '../domain/pace.js';

/**
 * The queue of a subscription's deliveries; `id` is the subscription's id. A process leases the queue before it attempts due
 * deliveries, so that one process at a time does.
 */
export interface EndpointQueue {
  readonly id: string;
  readonly version: number;
  /** When its first delivery is due; absent when none is. */
  readonly due_at?: Date;
  /** Grows whenever the queue is marked due. It is not released when it has grown since it was read. */
  readonly revision: number;
  /** Identifies the current lease; null when there is none. */
  readonly holder: string | null;
  readonly held_until: Date;
  /** When it was last found that nothing was due. */
  readonly released_at?: Date;
  /** While the circuit of the endpoint is open: when the next probe is due. */
  readonly paused_until?: Date;
  /** Absent before the first attempt. */
  readonly pace?: Pace;
  /** The delivery of the last resend, which is attempted though the circuit is open. */
  readonly resent_id?: string;
  /** Grows with what is to be tried at once, though the circuit is open. It is not paused when it has grown since it was read. */
  readonly tries?: number;
  /** Until when the endpoint's test at the latest is under way. */
  readonly testing_until?: Date;
  /** Whose turn the last test was. */
  readonly tester?: string;
  /** When the tester's first turn began; absent once the test was answered. */
  readonly test_began_at?: Date;
}

const paceSchema = new Schema(
  { limit: Number, failures: Number, failed_probes: Number, probe_id: String, halved_at: Date },
  { _id: false, strict: 'throw' },
);

export const endpointQueueSchema = createRecordSchema({
  due_at: Date,
  revision: Number,
  holder: String,
  held_until: Date,
  released_at: Date,
  paused_until: Date,
  pace: paceSchema,
  resent_id: String,
  tries: Number,
  testing_until: Date,
  tester: String,
  test_began_at: Date,
});
