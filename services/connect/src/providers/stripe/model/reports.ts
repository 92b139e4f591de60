import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { PaymentReport } from '../../../vendors/model/payments-port.js';

/**
 * Name of the metadata field that contains the id of our link. Stripe copies it from the payment intent to its charges.
 */
export const linkMetadata = 'plotline_link';

const other: PaymentReport = { kind: 'other' };

/** Event types of sessions that were paid immediately, or later, such as by direct debit. */
const paidTypes: ReadonlySet<unknown> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
]);

function readText(object: JsonObject, field: string): string | null {
  const value = object[field];
  return typeof value === 'string' && value !== '' ? value.slice(0, 255) : null;
}

function readLinkId(object: JsonObject): string | null {
  const { metadata } = object;
  return isJsonObject(metadata) ? readText(metadata, linkMetadata) : null;
}

function readSession(session: JsonObject, isLive: boolean): PaymentReport {
  const { payment_status: status, amount_total: amountMinor } = session;
  const reference = readText(session, 'payment_intent');
  const currency = readText(session, 'currency')?.toUpperCase() ?? null;
  if (status !== 'paid' || reference === null || currency === null || typeof amountMinor !== 'number') return other;
  return { kind: 'paid', linkId: readLinkId(session), reference, isLive, amountMinor, currency };
}

function readCharge(charge: JsonObject, isLive: boolean): PaymentReport {
  const reference = readText(charge, 'payment_intent');
  if (reference === null) return other;
  return { kind: 'refunded', linkId: readLinkId(charge), reference, isLive, isFull: charge['refunded'] === true };
}

/** Reads an event (docs.stripe.com/api/events/object). Returns `other` for any event that isn't about our payments. */
export function readReport(event: unknown): PaymentReport {
  if (!isJsonObject(event) || !isJsonObject(event['data']) || !isJsonObject(event['data']['object'])) return other;
  const { type, livemode } = event;
  const { object } = event['data'];
  if (paidTypes.has(type)) return readSession(object, livemode === true);
  return type === 'charge.refunded' ? readCharge(object, livemode === true) : other;
}
