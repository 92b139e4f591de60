import { randomBytes } from 'node:crypto';
import { createSeal, type Seal } from '@plotline/kit/seal';

/** Makes signing secrets, and keeps them unreadable in the database, each bound to its subscription's id. */
export interface Secrets extends Seal {
  /** A new one in the form that Standard Webhooks asks for: `whsec_` and 32 random bytes in base64. */
  generate(): string;
}

/** The sealing key is derived from key material that must not change. */
export function createSecrets(keyMaterial: string): Secrets {
  return {
    ...createSeal(keyMaterial, 'plotline webhook signing secrets v1'),
    generate: () => `whsec_${randomBytes(32).toString('base64')}`,
  };
}
