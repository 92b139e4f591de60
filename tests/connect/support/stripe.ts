import { randomUUID } from 'node:crypto';
import nock from 'nock';
import Stripe from 'stripe';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Keys by mode, as described at docs.stripe.com/keys. */
export const stripeKeys = {
  live: `rk_live_${'l'.repeat(24)}`,
  sandbox: `rk_test_${'t'.repeat(24)}`,
  signing: `whsec_${'s'.repeat(32)}`,
} as const;

for (const secret of Object.values(stripeKeys)) rememberSecret(secret, 'key of a vendor');

/** Stripe's API, with responses from the test. */
export const useStripe = () => nock('https://api.stripe.com');

/** Error body as described at docs.stripe.com/api/errors. */
export const stripeError = (type: string, fields: object = {}) => ({
  error: { type, message: 'Told by Stripe.', ...fields },
});

/** Signs a body with Stripe's own library. */
export function signStripe(payload: string, timestamp: number, secret: string = stripeKeys.signing): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Event as described at docs.stripe.com/api/events/object. */
export function stripeEvent(type: string, object: object, change: object = {}) {
  return {
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    livemode: true,
    data: { object },
    ...change,
  };
}

/** A paid session of a payment link. */
export function paidSession(link: { readonly id: string }, amount: number, change: object = {}) {
  return {
    id: 'cs_live_1',
    object: 'checkout.session',
    client_reference_id: link.id,
    payment_status: 'paid',
    payment_intent: `pi_${link.id}`,
    amount_total: amount,
    currency: 'usd',
    metadata: { plotline_link: link.id },
    customer_details: { email: 'buyer@example.com', name: 'Noor Haddad' },
    ...change,
  };
}

/** A charge that was refunded in full. */
export function refundedCharge(link: { readonly id: string }, change: object = {}) {
  return {
    id: 'ch_1',
    object: 'charge',
    payment_intent: `pi_${link.id}`,
    refunded: true,
    metadata: { plotline_link: link.id },
    ...change,
  };
}
