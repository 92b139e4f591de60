import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';
import type { Pace } from '../model/pace.js';

/**
 * Queue of a subscription's deliveries, with the subscription's id. A process leases the queue before it attempts due
 * deliveries, so that only one process at a time attempts them.
 */
export interface EndpointQueue {
  readonly id: string;
  readonly version: number;
  /** Time of the queue's first due delivery. Absent if none is due. */
  readonly due_at?: Date;
  /**
   * Increases whenever the queue is marked due. A queue is not released if its revision has increased since the queue
   * was read.
   */
  readonly revision: number;
  /** Identifies the current lease; null when there is none. */
  readonly holder: string | null;
  readonly held_until: Date;
  /** Time of the next probe, while the circuit of the endpoint is open. */
  readonly paused_until?: Date;
  /** Absent before the first attempt. */
  readonly pace?: Pace;
  /** Delivery of the last resend. It is attempted even while the circuit is open. */
  readonly resent_id?: string;
  /**
   * Increases when a delivery must be tried immediately, even while the circuit is open. A queue is not paused if
   * `tries` has increased since the queue was read.
   */
  readonly tries?: number;
  /** Latest possible end of the endpoint's current test. */
  readonly testing_until?: Date;
  /** Holder of the last test's lease. */
  readonly tester?: string;
  /** Start of the tester's first lease; absent once the test has been answered. */
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
