import type { Keyring } from '@plotline/kit/core/keyring';
import { createSeal, type Seal } from '@plotline/kit/core/seal';
import type { SealedUrl } from '../domain/integration.js';

/** Seals the addresses of chats, each with its integration's id as owner. */
export interface ChatUrls extends Seal {
  /** The address as it is stored: what is shown of it is not sealed. */
  sealUrl(url: string, integrationId: string): SealedUrl;
}

/** What was sealed under other keys does not open. */
export function createChatUrls(sealKeys: Keyring): ChatUrls {
  const seal = createSeal(sealKeys, 'plotline integration addresses v1');
  return {
    ...seal,
    sealUrl: (url, id) => ({ sealed: seal.seal(url, id), host: new URL(url).host, last4: url.slice(-4) }),
  };
}
