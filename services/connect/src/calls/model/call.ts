import type { VendorFailureCode } from '../../vendors/model/vendor-failure.js';
import type { Subject } from '../../vendors/model/vendor-request.js';

export const callDirections = ['in', 'out'] as const;
export type CallDirection = (typeof callDirections)[number];

/** `flagged`: the event was understood but had no effect. A person should check it. */
export const callStatuses = ['succeeded', 'failed', 'flagged'] as const;
export type CallStatus = (typeof callStatuses)[number];

/** Reason why a call did not succeed. The codes after `VendorFailureCode` are for hooks. */
export type CallErrorCode = VendorFailureCode | 'amount_mismatch' | 'record_missing' | 'not_bookable' | 'not_processed';

/** One request to or from a vendor. Immutable. */
export interface Call {
  readonly id: string;
  readonly version: number;
  readonly connection_id: string;
  readonly direction: CallDirection;
  readonly purpose: string;
  readonly status: CallStatus;
  readonly http_status: number | null;
  readonly error: { readonly code: CallErrorCode; readonly message: string } | null;
  readonly duration_ms: number;
  readonly vendor_request_id: string | null;
  /** Redacted excerpts. */
  readonly request: string | null;
  readonly response: string | null;
  readonly subject: Subject | null;
  /** Event of a hook that the call processed; null for other calls. */
  readonly hook_event_id: string | null;
  readonly created_at: Date;
}

/** Days for which calls are kept. */
export const callRetentionDays = 30;
