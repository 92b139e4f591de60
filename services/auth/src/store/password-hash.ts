import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const length = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A password's hash as `scrypt$<salt>$<key>`, both base64url; N 2^15, r 8, p 1 (OWASP's choice for scrypt). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `scrypt$${salt.toString('base64url')}$${(await derive(password, salt)).toString('base64url')}`;
}

/** Whether the password made that hash. */
export async function matchesPassword(password: string, hash: string): Promise<boolean> {
  const [, salt = '', expected = ''] = hash.split('$');
  const key = Buffer.from(expected, 'base64url');
  const given = await derive(password, Buffer.from(salt, 'base64url'));
  return key.length === given.length && timingSafeEqual(key, given);
}
