import type { Subject } from '../../vendors/model/vendor-request.js';

/** `pending`: the vendor was asked, and its answer is not known. */
export type PaymentLinkStatus = 'pending' | 'open' | 'paid' | 'refunded';

/** Link that a buyer uses to pay for a record. */
export interface PaymentLink {
  readonly id: string;
  readonly version: number;
  readonly connection_id: string;
  readonly subject_type: 'invoice' | 'hold';
  readonly subject_id: string;
  readonly amount: number;
  readonly currency: string;
  /** Amount in the vendor's unit. The paid amount must equal it. */
  readonly amount_minor: number;
  /** Title for the buyer. It is part of the request, so it must be the same when the request is repeated. */
  readonly title: string;
  readonly status: PaymentLinkStatus;
  readonly session_id: string | null;
  readonly url: string | null;
  /** Id that the payment will have, so that it is recorded once. */
  readonly payment_id: string;
  /** The vendor's id of the payment; null until it is paid. */
  readonly payment_reference: string | null;
  /** Time zone of the workspace. It decides the day of the payment. */
  readonly time_zone: string;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Terms of a link. Requests with the same terms share a link. */
export type LinkTerms = Pick<
  PaymentLink,
  'connection_id' | 'subject_type' | 'subject_id' | 'amount' | 'currency' | 'amount_minor' | 'title' | 'time_zone'
>;

/** Stripe allows at most 24 hours, and keeps idempotency keys at least as long. */
const lifetimeMs = 23 * 3_600_000;
/** A link that expires sooner than this is not reused. */
const minLeftMs = 30 * 60_000;

/** Creates a link that the vendor doesn't have yet. */
export function buildLink(terms: LinkTerms, ids: Pick<PaymentLink, 'id' | 'payment_id'>, now: Date): PaymentLink {
  return {
    ...terms,
    ...ids,
    version: 1,
    status: 'pending',
    session_id: null,
    url: null,
    payment_reference: null,
    // Whole seconds, because the vendor stores no fractions.
    expires_at: new Date(Math.floor((now.getTime() + lifetimeMs) / 1_000) * 1_000),
    created_at: now,
    updated_at: now,
  };
}

/** Returns the latest expiry time at which a link is not reused. */
export function getLastUsableEnd(now: Date): Date {
  return new Date(now.getTime() + minLeftMs);
}

export function getSubject({
  subject_type: type,
  subject_id: id,
}: Pick<PaymentLink, 'subject_type' | 'subject_id'>): Subject {
  return { type, id };
}

/** Renders a link for the public API. */
export function toLinkJson(link: PaymentLink) {
  const { id, connection_id, subject_type, subject_id, amount, currency, url, expires_at } = link;
  return { id, connection_id, subject: { type: subject_type, id: subject_id }, amount, currency, url, expires_at };
}
