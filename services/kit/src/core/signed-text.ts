import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key, Keyring } from './keyring.js';

/**
 * Returns the signed form of a payload. Adds the context that the signature is valid for, which the token does not
 * carry.
 */
export type BindPayload = (payload: string) => string;

function computeSignature(payload: string, bind: BindPayload, { secret }: Key): Buffer {
  return createHmac('sha256', secret).update(bind(payload)).digest();
}

/**
 * Signs a text as `<key id>.<payload>.<HMAC-SHA-256>` (RFC 2104), with payload and signature in base64url. The text is
 * readable but can't be changed.
 */
export function signText(text: string, bind: BindPayload, { current }: Keyring): string {
  const payload = Buffer.from(text).toString('base64url');
  return `${current.id}.${payload}.${computeSignature(payload, bind, current).toString('base64url')}`;
}

/**
 * Returns the text of a token; null when it is malformed, or was not signed for this context with a key of the keyring.
 */
export function openSignedText(token: string, bind: BindPayload, keyring: Keyring): string | null {
  const [keyId = '', payload, signature, ...rest] = token.split('.');
  const key = keyring.find(keyId);
  if (!key || payload === undefined || signature === undefined || rest.length > 0) return null;
  const given = Buffer.from(signature, 'base64url');
  const expected = computeSignature(payload, bind, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return Buffer.from(payload, 'base64url').toString('utf8');
}

/** Returns the key id that a token claims. Trust it only after the token was opened. */
export function readKeyId(token: string): string {
  return token.slice(0, token.indexOf('.'));
}
