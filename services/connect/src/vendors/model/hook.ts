import type { FieldValues } from './field-values.js';

/** Request from a vendor to a hook, as received. */
export interface HookRequest {
  /** Bytes that the vendor signed. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  readonly credentials: FieldValues;
  readonly now: Date;
}

/** Event at a vendor. */
export interface VendorEvent {
  /** The vendor's id of the event. Repeats are recognized by it. */
  readonly id: string;
  readonly type: string;
}

/** Verdict about a request to a hook. `unready`: the connection has no signing secret yet. */
export type HookVerdict =
  | {
      readonly kind: 'accepted';
      readonly event: VendorEvent;
      /** JSON to store instead of a body that isn't JSON. */
      readonly payload?: string;
    }
  | { readonly kind: 'refused'; readonly reason: 'unready' | 'signature' | 'too_old' | 'malformed' };

/** Verification of a vendor's signed requests. */
export interface HookPort {
  verify(request: HookRequest): HookVerdict;
}
