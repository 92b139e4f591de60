import type { Tenant } from '@plotline/kit/core/caller';
import type { JsonObject } from '@plotline/kit/core/json-object';
import type { Connection } from '../../connections/model/connection.js';
import type { ProviderName } from '../../vendors/model/provider.js';
import type { Subject } from '../../vendors/model/vendor-request.js';

/**
 * Record that a connection has to send to its vendor. There is one job per connection and record, even after several
 * changes, because a run sends the latest state.
 */
export interface OutboundJob {
  readonly id: string;
  readonly version: number;
  readonly resume_at: Date;
  readonly connection_id: string;
  readonly record_type: Subject['type'];
  readonly record_id: string;
  /** Id of the latest request that caused it. */
  readonly request_id: string;
  /** Failed attempts since the last change. */
  readonly attempts: number;
  /** Sync that waits for this job. Null if there is none. */
  readonly sync_id: string | null;
  /** Whether the job was given up. Then it is kept only to be counted. */
  readonly has_failed: boolean;
  readonly since: Date;
}

/**
 * Sends the latest state of a job's record. Must be idempotent at the vendor. Rejects with a VendorFailure, or with
 * another error when a later attempt may succeed.
 */
export type SendRecord = (tenant: Tenant, connection: Connection, job: OutboundJob) => Promise<void>;

/** Reaction of a provider to events from the broker. */
export interface Reaction {
  readonly events: readonly string[];
  readonly recordType: Subject['type'];
  /** Returns the id of the record in an event's data. */
  readonly findRecordId: (data: JsonObject) => string;
  readonly send: SendRecord;
}

/** Reactions by provider. Other providers don't react to events. */
export type Reactions = Readonly<Partial<Record<ProviderName, Reaction>>>;
