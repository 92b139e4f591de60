import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Makes signing secrets, and keeps them unreadable in the database. */
export interface Secrets {
  /** A new one in the form that Standard Webhooks asks for: `whsec_` and 32 random bytes in base64. */
  generate(): string;
  /** AES-256-GCM, bound to `owner` (the subscription's id): it opens for no other. */
  seal(secret: string, owner: string): string;
  /** Throws when the text was sealed with another key or for another owner, or was changed. */
  open(sealed: string, owner: string): string;
}

/** The sealing key is derived (HKDF-SHA-256, RFC 5869) from key material that must not change. */
export function createSecrets(keyMaterial: string): Secrets {
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, '', 'plotline webhook signing secrets v1', 32));
  return {
    generate: () => `whsec_${randomBytes(32).toString('base64')}`,
    seal: (secret, owner) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}
