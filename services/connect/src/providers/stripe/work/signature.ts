import { createHmac, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { HookRequest, HookVerdict } from '../../../vendors/model/hook.js';

/** Same maximum age as in Stripe's own libraries. Limits the time in which a request can be replayed. */
const maxAgeSeconds = 300;
const hex = /^[0-9a-f]{64}$/;

/** Reads `t=…,v1=…,v1=…`. While a secret is being replaced, there is one signature per secret. */
function readHeader(text: string): { readonly timestamp: string; readonly signatures: readonly string[] } {
  const parts = text.split(',').map((part) => part.trim().split('=', 2));
  const valuesOf = (name: string) => parts.flatMap(([key, value]) => (key === name && value ? [value] : []));
  return { timestamp: valuesOf('t')[0] ?? '', signatures: valuesOf('v1').filter((one) => hex.test(one)) };
}

function readEvent(body: Buffer): HookVerdict {
  try {
    const event: unknown = JSON.parse(body.toString('utf8'));
    if (isJsonObject(event) && typeof event['id'] === 'string' && typeof event['type'] === 'string') {
      return { kind: 'accepted', event: { id: event['id'].slice(0, 255), type: event['type'].slice(0, 100) } };
    }
  } catch {
    // Signed, but not JSON.
  }
  return { kind: 'refused', reason: 'malformed' };
}

/**
 * Verifies a request as described at docs.stripe.com/webhooks#verify-manually: HMAC-SHA-256 over timestamp, dot and raw
 * body. Replaces `constructEvent` of the package `stripe`. The tests sign with that package.
 */
export function verifyStripeHook({ body, header, credentials, now }: HookRequest): HookVerdict {
  const secret = credentials['webhook_secret'];
  if (!secret) return { kind: 'refused', reason: 'unready' };
  const { timestamp, signatures } = readHeader(header('stripe-signature') ?? '');
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  const isSigned = signatures.some((one) => timingSafeEqual(Buffer.from(one, 'hex'), expected));
  if (!isSigned || !/^\d{1,12}$/.test(timestamp)) return { kind: 'refused', reason: 'signature' };
  const ageSeconds = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  return ageSeconds > maxAgeSeconds ? { kind: 'refused', reason: 'too_old' } : readEvent(body);
}
