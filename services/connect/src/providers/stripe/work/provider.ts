import type { PaymentsProvider } from '../../../vendors/model/provider.js';
import { getMaxAmount, maxMinor, toMinor } from '../model/amounts.js';
import { apiUrl, apiVersion, dialect } from '../model/dialect.js';
import { fakeStripe } from '../model/fake-stripe.js';
import { findKeyFaults, toKeyHint } from '../model/keys.js';
import { readReport } from '../model/reports.js';
import { createLink } from './create-link.js';
import { toStripeHeaders } from './headers.js';
import { verifyStripeHook } from './signature.js';
import { simulatePayment } from './simulate-payment.js';

/** Payment links by Stripe Checkout. */
export const stripe: PaymentsProvider = {
  name: 'stripe',
  category: 'payments',
  title: 'Stripe',
  description: 'Buyers pay invoices and deposits by card, with a link.',
  documentationUrl: 'https://docs.stripe.com/api/checkout/sessions',
  apiVersion,
  effects: [
    'Creates payment links for invoices and for deposits of holds.',
    'Records a payment when Stripe says that it was received.',
    'Reverses the payment when it is refunded in full at Stripe.',
  ],
  settings: [
    {
      name: 'return_url',
      label: 'Return address',
      type: 'url',
      required: true,
      help: 'Page of your website that buyers see after they pay.',
      maxLength: 2_000,
    },
  ],
  credentials: [
    {
      name: 'secret_key',
      label: 'Secret key',
      type: 'secret',
      required: true,
      help: 'A restricted key that may write checkout sessions is enough.',
      maxLength: 255,
    },
    {
      name: 'webhook_secret',
      label: 'Signing secret',
      type: 'secret',
      required: false,
      help: 'Stripe shows it after you add the hook address as an endpoint. Without it, payments are not recorded.',
      maxLength: 255,
    },
  ],
  dialect,
  fake: fakeStripe,
  findFaults: ({ credentials }, mode) => findKeyFaults(credentials, mode),
  toHint: toKeyHint,
  check: async (send, { credentials }, connectionId) => {
    await send({
      purpose: 'check credentials',
      method: 'GET',
      // Payment links need exactly this permission. A restricted key could lack the permission for other requests.
      url: `${apiUrl}/v1/checkout/sessions?limit=1`,
      headers: toStripeHeaders(credentials),
      body: null,
      excerpt: null,
      subject: { type: 'connection', id: connectionId },
    });
    return {};
  },
  hooks: { verify: verifyStripeHook },
  payments: { maxMinor, toMinor, getMaxAmount, createLink, readReport },
  simulate: simulatePayment,
};
