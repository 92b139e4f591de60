import type { ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** Payment link to create. Its id is the vendor's idempotency key, so a repeat creates no second link. */
export interface LinkRequest {
  readonly linkId: string;
  readonly amountMinor: number;
  readonly currency: string;
  /** Name of the paid record, for the buyer. */
  readonly title: string;
  readonly expiresAt: Date;
  readonly subject: Subject;
}

/** Payment link that the vendor has created. */
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

/** Content of a vendor's event about a payment. `other`: not relevant. */
export type PaymentReport =
  | { readonly kind: 'other' }
  | (PaymentFacts & { readonly kind: 'paid'; readonly amountMinor: number; readonly currency: string })
  | (PaymentFacts & { readonly kind: 'refunded'; readonly isFull: boolean });

/** Port for payment providers. */
export interface PaymentsPort {
  /** Maximum amount of a link, in the vendor's smallest unit. */
  readonly maxMinor: number;
  /** Returns the amount in the vendor's smallest unit. Null if the vendor can't represent it exactly. */
  toMinor(amount: number, currency: string): number | null;
  /** Returns the largest amount of a link. */
  getMaxAmount(currency: string): number;
  /** Creates a link. Rejects with a VendorFailure. */
  createLink(send: SendToVendor, values: ProviderValues, request: LinkRequest): Promise<CreatedLink>;
  readReport(event: unknown): PaymentReport;
}
