import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 30;
const checksumLength = 6;

/** Returns the CRC32 (IEEE) of the text as a base62 number, left-padded with 0. */
function computeChecksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (rest > 0) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits.padStart(checksumLength, '0');
}

/** Creates a secret: the prefix, 30 random base62 characters, and a checksum of 6 (decisions, "Credentials"). */
export function createToken(prefix: string): string {
  let token = prefix;
  for (let index = 0; index < randomLength; index += 1) token += alphabet.charAt(randomInt(alphabet.length));
  return token + computeChecksum(token);
}

/** Derives a secret from at least 32 random bytes, such as a keyed hash. The same bytes give the same secret. */
export function deriveToken(prefix: string, bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let token = prefix;
  for (let index = 0; index < randomLength; index += 1) {
    token += alphabet.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return token + computeChecksum(token);
}

const pattern = new RegExp(`^[0-9A-Za-z]{${randomLength + checksumLength}}$`);

/** Whether a text has the prefix, length and checksum of such a secret. Finds typing errors without a look-up. */
export function isWellFormedToken(token: string, prefix: string): boolean {
  if (!token.startsWith(prefix) || !pattern.test(token.slice(prefix.length))) return false;
  return computeChecksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
}
