import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';
import type { Pace } from '../model/pace.js';

/**
 * Queue of a subscription's deliveries. `id` is the subscription's id. A process leases the queue before it attempts
 * due deliveries, so that only one process at a time does.
 */
export interface EndpointQueue {
  readonly id: string;
  readonly version: number;
  /** When its first delivery is due; absent when none is. */
  readonly due_at?: Date;
  /** Grows whenever the queue is marked due. A queue is not released when it has grown since it was read. */
  readonly revision: number;
  /** Identifies the current lease; null when there is none. */
  readonly holder: string | null;
  readonly held_until: Date;
  /** While the circuit of the endpoint is open: when the next probe is due. */
  readonly paused_until?: Date;
  /** Absent before the first attempt. */
  readonly pace?: Pace;
  /** Delivery of the last resend, which is attempted even while the circuit is open. */
  readonly resent_id?: string;
  /**
   * Grows with deliveries that must be tried at once, even while the circuit is open. A queue is not paused when it has
   * grown since it was read.
   */
  readonly tries?: number;
  /** Latest end of the endpoint's current test. */
  readonly testing_until?: Date;
  /** Holder of the last test's turn. */
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
  paused_until: Date,
  pace: paceSchema,
  resent_id: String,
  tries: Number,
  testing_until: Date,
  tester: String,
  test_began_at: Date,
});
