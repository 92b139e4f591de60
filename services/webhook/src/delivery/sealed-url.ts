import type { Keyring } from '@plotline/kit/keyring';
import { createSeal, type Seal } from '@plotline/kit/seal';
import type { SealedUrl } from '../domain/integration.js';

/** Seals the addresses of chats, each with its integration's id as owner. */
export function createUrlSeal(sealKeys: Keyring): Seal {
  return createSeal(sealKeys, 'plotline integration addresses v1');
}

/** The address of a chat as it is stored: what is shown of it is not sealed. */
export function sealUrl(seal: Seal, url: string, integrationId: string): SealedUrl {
  return { sealed: seal.seal(url, integrationId), host: new URL(url).host, last4: url.slice(-4) };
}
