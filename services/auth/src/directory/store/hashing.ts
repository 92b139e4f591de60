import { createHmac } from 'node:crypto';
import type { Keyring } from '@plotline/kit/core/keyring';

/** HMAC-SHA-256 of a long random secret, in hex: such a secret cannot be guessed, and its hash can be indexed. */
export function hashSecret(value: string, key: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}

/** The hashes of a secret under each key that is accepted, by which the stored one is found. */
export function hashSecretByEach(value: string, { keys }: Keyring): string[] {
  return keys.map(({ secret }) => hashSecret(value, secret));
}
