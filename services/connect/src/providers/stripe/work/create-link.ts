import { isJsonObject } from '@plotline/kit/core/json-object';
import type { CreatedLink, LinkRequest, PaymentsPort } from '../../../vendors/model/payments-port.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import { apiUrl } from '../model/dialect.js';
import { linkMetadata } from '../model/reports.js';
import { toStripeHeaders } from './headers.js';

/** Returns the form for docs.stripe.com/api/checkout/sessions/create. */
function toForm({ linkId, amountMinor, currency, title, expiresAt }: LinkRequest, returnUrl: string): URLSearchParams {
  return new URLSearchParams({
    mode: 'payment',
    client_reference_id: linkId,
    success_url: returnUrl,
    expires_at: String(Math.floor(expiresAt.getTime() / 1_000)),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': currency.toLowerCase(),
    'line_items[0][price_data][unit_amount]': String(amountMinor),
    'line_items[0][price_data][product_data][name]': title,
    [`metadata[${linkMetadata}]`]: linkId,
    [`payment_intent_data[metadata][${linkMetadata}]`]: linkId,
  });
}

function readSession(session: unknown): CreatedLink {
  if (isJsonObject(session) && typeof session['id'] === 'string' && typeof session['url'] === 'string') {
    return { sessionId: session['id'], url: session['url'] };
  }
  throw new VendorFailure('answer_unreadable', 'Stripe sent a session without an address.');
}

/**
 * Creates a Checkout Session. The link's id is the idempotency key. Stripe keeps the key as long as the link is valid.
 */
export const createLink: PaymentsPort['createLink'] = async (send, { settings, credentials }, request) => {
  const { linkId, amountMinor, currency, subject } = request;
  const answer = await send({
    purpose: 'create payment link',
    method: 'POST',
    url: `${apiUrl}/v1/checkout/sessions`,
    headers: {
      ...toStripeHeaders(credentials),
      'content-type': 'application/x-www-form-urlencoded',
      'idempotency-key': linkId,
    },
    body: toForm(request, settings['return_url'] ?? '').toString(),
    excerpt: JSON.stringify({ client_reference_id: linkId, amount: amountMinor, currency }),
    subject,
  });
  return readSession(answer.body);
};
