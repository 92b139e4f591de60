import { createHmac, randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 of a long random secret, in hex: such a secret cannot be guessed, and its hash can be indexed. */
export function hashSecret(value: string, key: string): string {
  return createHmac('sha256', key).update(value).digest('hex');
}

/** OWASP's parameters for scrypt. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const keyBytes = 32;

function deriveKey(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A password's hash as `scrypt$<salt>$<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${(await deriveKey(password, salt)).toString('base64url')}`;
}

/** Whether the hash is one of this password. */
export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = '', expected = ''] = hash.split('$');
  const key = Buffer.from(expected, 'base64url');
  const derived = await deriveKey(password, Buffer.from(salt, 'base64url'));
  return key.length === derived.length && timingSafeEqual(key, derived);
}
