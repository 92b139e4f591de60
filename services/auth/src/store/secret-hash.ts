import { createHmac } from 'node:crypto';

/** HMAC-SHA-256 of a long random secret, hex: enough for what cannot be guessed, and findable by an index. */
export function hashSecret(value: string, key: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}
