import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Secret, with the id that appears in signatures, seals and hashes made with it. */
interface Key {
  /** First 32 bits of a hash of the secret, in hex, so that no one has to choose or configure the id. */
  readonly id: string;
  readonly secret: string;
}

/**
 * Secrets for one purpose. The current one is used. While a secret is being replaced, the other one is also accepted,
 * even before the new one becomes current (deploy/runbooks/rotate-a-secret.md).
 */
export interface Keyring {
  readonly current: Key;
  /** The current key, and the previous one if there is one. */
  readonly keys: readonly Key[];
  /** Returns the key of that id, or undefined. */
  find(id: string): Key | undefined;
}

function createKey(secret: string): Key {
  return { id: hash('sha256', `plotline key id ${secret}`).slice(0, 8), secret };
}

/** Creates a keyring from the current secret and others that are also accepted. */
export function createKeyringOf([current, ...others]: readonly [string, ...string[]]): Keyring {
  const key = createKey(current);
  const keys = [key, ...others.map(createKey)];
  return { current: key, keys, find: (id) => keys.find((one) => one.id === id) };
}

/** Creates a keyring from the current secret and, unless it is empty, the previous one. */
export function createKeyring(current: string, previous = ''): Keyring {
  return createKeyringOf(previous === '' ? [current] : [current, previous]);
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts texts that are stored in the database. */
export interface Seal {
  /**
   * Encrypts with AES-256-GCM under the current key, whose id starts the result. `owner` (an id) is authenticated with
   * the text.
   */
  seal(text: string, owner: string): string;
  /** Decrypts a sealed text. Throws UnreadableSeal. */
  open(sealed: string, owner: string): string;
}

/** The text was sealed under an unknown key, was sealed for another owner, or was changed. */
export class UnreadableSeal extends Error {
  constructor() {
    super('The sealed text cannot be opened with the configured secrets.');
    this.name = 'UnreadableSeal';
  }
}

/** Returns the start of every text that was sealed under this key. */
export function sealPrefix({ id }: Key): string {
  return `${id}.`;
}

/** Derives a key from the secret with HKDF-SHA-256 (RFC 5869). */
function deriveKey({ secret }: Key, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

function decrypt(bytes: Buffer, key: Buffer, owner: string): string {
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
}

/** Creates a seal with keys derived from the keyring. `purpose` separates it from other seals over the same secrets. */
export function createSeal(keyring: Keyring, purpose: string): Seal {
  const derived = new Map([...keyring.keys].map((key) => [key.id, deriveKey(key, purpose)]));
  const current = deriveKey(keyring.current, purpose);
  return {
    seal: (text, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, current, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return sealPrefix(keyring.current) + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed, owner) => {
      const dot = sealed.indexOf('.');
      const named = derived.get(sealed.slice(0, Math.max(dot, 0)));
      // Texts that were sealed before keys had ids don't start with an id.
      const candidates = dot < 0 ? [...derived.values()] : named ? [named] : [];
      const bytes = Buffer.from(sealed.slice(dot + 1), 'base64');
      for (const key of candidates) {
        try {
          return decrypt(bytes, key, owner);
        } catch {
          // Sealed under another key, or not at all.
        }
      }
      throw new UnreadableSeal();
    },
  };
}

/**
 * Returns the text to be signed for a payload. Adds the context that the signature is valid for. The token itself
 * doesn't contain the context.
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

/** Creates a secret: the prefix, 30 random base62 characters, and a checksum of 6 characters. */
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

/**
 * Returns whether a text has the prefix, length and checksum of such a secret. Finds typing errors without a look-up.
 */
export function isWellFormedToken(token: string, prefix: string): boolean {
  if (!token.startsWith(prefix) || !pattern.test(token.slice(prefix.length))) return false;
  return computeChecksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength);
}
