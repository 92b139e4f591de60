import type { FieldValues } from './field-values.js';

/** A request of a vendor to a hook, as it arrived. */
export interface HookRequest {
  /** Bytes that the vendor signed. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  readonly credentials: FieldValues;
  readonly now: Date;
}

/** Something that has happened at a vendor. */
export interface VendorEvent {
  /** The vendor's id of the event, by which repeats are recognized. */
  readonly id: string;
  readonly type: string;
}

/** Verdict about a request to a hook. `unready`: the connection has no signing secret yet. */
export type HookVerdict =
  | {
      readonly kind: 'accepted';
      readonly event: VendorEvent;
      /** JSON to keep in place of a body that is none. */
      readonly payload?: string;
    }
  | { readonly kind: 'refused'; readonly reason: 'unready' | 'signature' | 'too_old' | 'malformed' };

/** How a vendor signs its requests. */
export interface HookPort {
  verify(request: HookRequest): HookVerdict;
}
