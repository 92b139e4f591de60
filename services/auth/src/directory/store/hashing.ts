import { createHmac } from 'node:crypto';
import type { Keyring } from '@plotline/kit/core/secrets';

/**
 * Computes the HMAC-SHA-256 of a long random secret, in hex. Such a secret can't be guessed, so its hash may be
 * indexed.
 */
export function hashSecret(value: string, key: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}

/** Computes the hashes of a secret under each accepted key, to find the stored hash. */
export function hashSecretByEach(value: string, { keys }: Keyring): string[] {
  return keys.map(({ secret }) => hashSecret(value, secret));
}
