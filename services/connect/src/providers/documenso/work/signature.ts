import { hash, timingSafeEqual } from 'node:crypto';
import { isJsonObject } from '@plotline/kit/core/json-object';
import type { HookRequest, HookVerdict } from '../../../vendors/model/hook.js';

/** Repeats are recognized for 30 days, so an older event is refused. */
const maxAgeMs = 30 * 86_400_000;

const digest = (text: string) => Buffer.from(hash('sha256', text, 'hex'), 'hex');

function readBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Verifies a request as described at docs.documenso.com/developers/webhooks/verification: a header contains the secret
 * itself. Events have no id, so a hash of the content serves as the id. A repeat has the same content.
 */
export function verifyDocumensoHook({ body, header, credentials, now }: HookRequest): HookVerdict {
  const secret = credentials['webhook_secret'];
  if (!secret) return { kind: 'refused', reason: 'unready' };
  const isKnown = timingSafeEqual(digest(header('x-documenso-secret') ?? ''), digest(secret));
  if (!isKnown) return { kind: 'refused', reason: 'signature' };
  const event = readBody(body);
  if (!isJsonObject(event) || typeof event['event'] !== 'string' || !isJsonObject(event['payload'])) {
    return { kind: 'refused', reason: 'malformed' };
  }
  const createdAt = Date.parse(String(event['createdAt']));
  if (Number.isNaN(createdAt)) return { kind: 'refused', reason: 'malformed' };
  if (now.getTime() - createdAt > maxAgeMs) return { kind: 'refused', reason: 'too_old' };
  const id = hash('sha256', body, 'hex');
  return { kind: 'accepted', event: { id, type: event['event'].slice(0, 100) } };
}
