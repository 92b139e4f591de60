import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** API version whose objects this code reads. Events of a different version also contain the fields that are read. */
export const apiVersion = '2026-10-28.endive';

export const apiUrl = 'https://api.stripe.com';

/** Format of Stripe's answers (docs.stripe.com/api/errors, docs.stripe.com/api/request_ids). */
export const dialect: VendorDialect = {
  title: 'Stripe',
  hosts: ['api.stripe.com'],
  requestIdHeader: 'request-id',
  // Leaves out customer_details, shipping, payment methods, and error messages, which may quote any of these.
  shownFields: new Set([
    'id',
    'object',
    'type',
    'code',
    'param',
    'decline_code',
    'status',
    'payment_status',
    'amount_total',
    'amount',
    'amount_refunded',
    'currency',
    'client_reference_id',
    'payment_intent',
    'expires_at',
    'livemode',
    'refunded',
  ]),
  // Another request with the same idempotency key is still running (docs.stripe.com/api/errors).
  classify: (status) => (status === 409 ? 'outcome_unknown' : null),
};
