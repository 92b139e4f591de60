import nock from 'nock';
import Stripe from 'stripe';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Keys as docs.stripe.com/keys describes them, by mode. */
export const stripeKeys = {
  live: `rk_live_${'l'.repeat(24)}`,
  sandbox: `rk_test_${'t'.repeat(24)}`,
  signing: `whsec_${'s'.repeat(32)}`,
} as const;

for (const secret of Object.values(stripeKeys)) rememberSecret(secret, 'key of a vendor');

/** Stripe's API, which answers as the test says. */
export const useStripe = () => nock('https://api.stripe.com');

/** Body of an error as docs.stripe.com/api/errors describes it. */
export const stripeError = (type: string, fields: object = {}) => ({
  error: { type, message: 'Told by Stripe.', ...fields },
});

/** Signs a body with Stripe's own library. */
export function signStripe(payload: string, timestamp: number, secret: string = stripeKeys.signing): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}
