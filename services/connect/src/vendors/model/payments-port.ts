import type { ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** A payment link to create. The id is the vendor's idempotency key, so a repeat creates no second one. */
export interface LinkRequest {
  readonly linkId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Name of the paid record, for the buyer. */
  readonly title: string;
  readonly expiresAt: Date;
  readonly subject: Subject;
}

/** A payment link as the vendor has created it. */
export interface CreatedLink {
  readonly sessionId: string;
  readonly url: string;
}

interface PaymentFacts {
  /** Id of our link; null if the payment was not made with one of our links. */
  readonly linkId: string | null;
  /** The vendor's id of the payment. */
  readonly reference: string;
  /** Whether real money moved. */
  readonly isLive: boolean;
}

/** Content of an event of the vendor about a payment. `other`: nothing of interest. */
export type PaymentReport =
  | { readonly kind: 'other' }
  | (PaymentFacts & { readonly kind: 'paid'; readonly amountMinor: number; readonly currency: string })
  | (PaymentFacts & { readonly kind: 'refunded'; readonly isFull: boolean });

/** Port of the providers of payments. */
export interface PaymentsPort {
  /** Largest amount of a link in the smallest unit that the vendor counts in. */
  readonly maxMinor: number;
  /** Returns the amount in that unit; null if the vendor can't represent it exactly. */
  toMinor(amount: number, currency: string): number | null;
  /** Returns the largest amount of a link. */
  getMaxAmount(currency: string): number;
  /** Rejects with a VendorFailure. */
  createLink(send: SendToVendor, values: ProviderValues, request: LinkRequest): Promise<CreatedLink>;
  readReport(event: unknown): PaymentReport;
}
