import type { Tenant } from '@plotline/kit/core/caller';
import type { CallErrorCode } from '../../calls/model/call.js';
import type { Connection } from '../../connections/model/connection.js';
import type { ProviderName } from '../../vendors/model/provider.js';
import type { Subject } from '../../vendors/model/vendor-request.js';

/**
 * `flagged`: the event was understood but had no effect. `failed`: it could not be processed. A person may retry both.
 */
export type HookEventStatus = 'queued' | 'processed' | 'flagged' | 'failed';

/**
 * An event that a vendor has reported. It is kept for 30 days, so that a repeat is recognized. Then it is due again, to
 * be removed.
 */
export interface HookEvent {
  readonly id: string;
  readonly version: number;
  readonly connection_id: string;
  readonly provider: ProviderName;
  /** The vendor's id, unique within the connection. */
  readonly vendor_event_id: string;
  readonly type: string;
  /** JSON as it was signed. Null once it is processed, because it may have personal data. */
  readonly payload: string | null;
  readonly status: HookEventStatus;
  readonly attempts: number;
  readonly resume_at: Date;
  readonly created_at: Date;
}

/** Outcome of processing an event. */
export type HookOutcome =
  /** The event had its effect, now or earlier. `purpose` describes the event in the log of calls. */
  | { readonly kind: 'processed'; readonly purpose: string; readonly subject: Subject }
  /** The event is irrelevant, so the log of calls does not show it. */
  | { readonly kind: 'ignored' }
  | {
      readonly kind: 'flagged';
      readonly purpose: string;
      readonly subject: Subject | null;
      readonly code: CallErrorCode;
      readonly message: string;
    };

/** Processes an event. Must be idempotent. Rejects if a later attempt may succeed. */
export type ProcessHookEvent = (
  tenant: Tenant,
  connection: Connection,
  event: HookEvent,
  body: unknown,
) => Promise<HookOutcome>;

/** Maximum attempts, made over about a day. After that, the event has failed. */
export const maxHookAttempts = 12;

const dayMs = 24 * 3_600_000;
const retentionMs = 30 * dayMs;

/** Returns when an event is removed. */
export function getHookExpiry({ created_at }: Pick<HookEvent, 'created_at'>): Date {
  return new Date(created_at.getTime() + retentionMs);
}
