import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts texts that are stored in the database. */
export interface Seal {
  /** Encrypts with AES-256-GCM; `owner` (an id) is authenticated with the text. */
  seal(text: string, owner: string): string;
  /** Throws when the text was sealed with another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string;
}

/**
 * A seal whose key is derived (HKDF-SHA-256, RFC 5869) from key material that must not change. `purpose` sets it apart
 * from other seals over the same material.
 */
export function createSeal(keyMaterial: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, '', purpose, 32));
  return {
    seal: (text, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
