import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Key, Keyring } from './keyring.js';

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
  /** Decrypts. Throws UnreadableSeal. */
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
      // Texts that were sealed before keys had ids contain none.
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
