import { createHmac } from 'node:crypto';
import type { PaymentOutcome, SimulatedPayment, SimulatePayment } from '../../../vendors/model/simulation.js';
import { apiVersion } from '../model/dialect.js';
import { linkMetadata } from '../model/reports.js';

/** Event type for each outcome (docs.stripe.com/api/events/types). */
const types: Readonly<Record<PaymentOutcome, string>> = {
  paid: 'checkout.session.completed',
  failed: 'payment_intent.payment_failed',
  refunded: 'charge.refunded',
};

/** Returns the object of an event: a session, a payment intent or a charge, with its payment fields. */
function toObject({ linkId, amountMinor, currency }: SimulatedPayment, outcome: PaymentOutcome): object {
  const common = { currency: currency.toLowerCase(), metadata: { [linkMetadata]: linkId } };
  const intentId = `pi_fake_${linkId}`;
  if (outcome === 'paid') {
    const session = { id: `cs_fake_${linkId}`, object: 'checkout.session', client_reference_id: linkId };
    return { ...session, ...common, payment_status: 'paid', payment_intent: intentId, amount_total: amountMinor };
  }
  if (outcome === 'failed') {
    const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' };
    return { id: intentId, object: 'payment_intent', ...common, amount: amountMinor, last_payment_error: error };
  }
  const refund = { refunded: true, amount: amountMinor, amount_refunded: amountMinor };
  return { id: `ch_fake_${linkId}`, object: 'charge', ...common, payment_intent: intentId, ...refund };
}

/** Signs an event as described at docs.stripe.com/webhooks#verify-manually. */
export const simulatePayment: SimulatePayment = (payment, outcome, { credentials, now }) => {
  const created = Math.floor(now.getTime() / 1_000);
  const body = JSON.stringify({
    id: `evt_fake_${outcome}_${payment.linkId}`,
    object: 'event',
    api_version: apiVersion,
    created,
    livemode: payment.mode === 'live',
    type: types[outcome],
    data: { object: toObject(payment, outcome) },
  });
  const secret = credentials['webhook_secret'] ?? '';
  const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
  return { body, headers: { 'stripe-signature': `t=${created},v1=${signature}` } };
};
