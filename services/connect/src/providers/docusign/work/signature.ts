import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { HookRequest, HookVerdict } from '../../../vendors/model/hook.js';

/** Repeats are recognized for 30 days, so an older event is refused. DocuSign repeats for 15 days. */
const maxAgeMs = 30 * 86_400_000;
/** Maximum signatures of one request. DocuSign sends one per key of the account. */
const maxSignatures = 10;

function isSigned({ body, header }: HookRequest, key: string): boolean {
  const expected = createHmac('sha256', key).update(body).digest();
  const numbers = Array.from({ length: maxSignatures }, (_, index) => index + 1);
  return numbers.some((number) => {
    const given = Buffer.from(header(`x-docusign-signature-${number}`) ?? '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Verifies a request as described at developers.docusign.com/platform/webhooks/connect/validate: HMAC-SHA-256 of the
 * raw body. Events have no id, so the id is a hash of the event's type, envelope and recipient.
 * Each type occurs only once for these.
 */
export function verifyDocusignHook(request: HookRequest): HookVerdict {
  const key = request.credentials['hmac_key'];
  if (!key) return { kind: 'refused', reason: 'unready' };
  if (!isSigned(request, key)) return { kind: 'refused', reason: 'signature' };
  const event = parse(request.body);
  const data = isJsonObject(event) ? event['data'] : null;
  if (!isJsonObject(event) || typeof event['event'] !== 'string' || !isJsonObject(data)) {
    return { kind: 'refused', reason: 'malformed' };
  }
  const generatedAt = Date.parse(String(event['generatedDateTime']));
  if (Number.isNaN(generatedAt)) return { kind: 'refused', reason: 'malformed' };
  if (request.now.getTime() - generatedAt > maxAgeMs) return { kind: 'refused', reason: 'too_old' };
  const identity = [event['event'], data['envelopeId'], data['recipientId'] ?? ''];
  const id = hash('sha256', JSON.stringify(identity), 'hex');
  return { kind: 'accepted', event: { id, type: event['event'].slice(0, 100) } };
}
