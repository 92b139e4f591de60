import { createHmac } from 'node:crypto';

const standardPrefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * The keys that a Standard Webhooks library may make of a secret: its base64 content, which is how those libraries read
 * one, and its UTF-8 bytes, which is how X-Service-Signature reads it.
 */
function standardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : secret;
  const raw = Buffer.from(secret, 'utf8');
  return base64.test(encoded) ? [Buffer.from(encoded, 'base64'), raw] : [raw];
}

/**
 * The headers that prove where a payload comes from and when: X-Service-* (contract, part 6) and webhook-*
 * (standardwebhooks.com). Every secret signs, the present one first.
 */
export function signatureHeaders(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const { id, body, now } = message;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const service = secrets.map((secret) => `sha256=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`);
  const standard = secrets
    .flatMap(standardKeys)
    .map((key) => `v1,${hmac(key, `${id}.${timestamp}.${body}`).toString('base64')}`);
  return {
    'x-service-signature': service.join(','),
    'x-service-timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
