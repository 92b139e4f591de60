import { simulatePayment } from '@plotline/connect/providers/stripe/work/simulate-payment';
import { expect } from 'chai';
import Stripe from 'stripe';
import { stripeKeys } from '../../support/stripe.js';

const payment = { linkId: 'plk_1', amountMinor: 25_000, currency: 'USD', mode: 'live' } as const;

describe('events from the simulated Stripe', () => {
  for (const [outcome, type] of [
    ['paid', 'checkout.session.completed'],
    ['failed', 'payment_intent.payment_failed'],
    ['refunded', 'charge.refunded'],
  ] as const) {
    it(`are accepted by Stripe's library: ${type}`, () => {
      const signing = { credentials: { webhook_secret: stripeKeys.signing }, now: new Date() };
      const { body, headers } = simulatePayment(payment, outcome, signing);
      const signature = headers['stripe-signature'] ?? '';
      expect(Stripe.webhooks.constructEvent(body, signature, stripeKeys.signing)).to.include({ type, livemode: true });
      expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_other')).to.throw();
    });
  }
});
