import { createHmac, randomBytes } from 'node:crypto';
import { createSeal, type Keyring, type Seal } from '@plotline/kit/core/secrets';

/** Generates signing secrets, and seals them for storage, each with its webhook's id as owner. */
export interface Secrets extends Seal {
  /** Returns a secret as Standard Webhooks defines it: `whsec_` and 32 random bytes in base64. */
  generate(): string;
}

/** Creates the seal of secrets. It can open only secrets that were sealed with one of these keys. */
export function createSecrets(sealKeys: Keyring): Secrets {
  return {
    ...createSeal(sealKeys, 'plotline webhook signing secrets v1'),
    generate: () => `whsec_${randomBytes(32).toString('base64')}`,
  };
}

const standardPrefix = 'whsec_';
const base64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/**
 * Lists the keys that a Standard Webhooks library may derive from a secret. By default, libraries decode the secret
 * from base64. Others use the secret's UTF-8 bytes, as X-Service-Signature does.
 */
function listStandardKeys(secret: string): Buffer[] {
  const encoded = secret.startsWith(standardPrefix) ? secret.slice(standardPrefix.length) : secret;
  const raw = Buffer.from(secret, 'utf8');
  return base64.test(encoded) ? [Buffer.from(encoded, 'base64'), raw] : [raw];
}

/**
 * Returns the signature headers of a request: X-Service-* (see the API reference) and webhook-* (standardwebhooks.com).
 * Signs with every secret, the current one first.
 */
export function signPayload(
  secrets: readonly string[],
  message: { readonly id: string; readonly body: string; readonly now: Date },
): Record<string, string> {
  const { id, body, now } = message;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const service = secrets.map((secret) => `sha256=${hmac(secret, `${timestamp}.${body}`).toString('hex')}`);
  const standard = secrets
    .flatMap(listStandardKeys)
    .map((key) => `v1,${hmac(key, `${id}.${timestamp}.${body}`).toString('base64')}`);
  return {
    'x-service-signature': service.join(','),
    'x-service-timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}
