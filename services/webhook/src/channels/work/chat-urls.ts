import { createSeal, type Keyring, type Seal } from '@plotline/kit/core/secrets';
import type { SealedUrl } from '../model/integration.js';

/** Seals the addresses of chats, each with its integration's id as owner. */
export interface ChatUrls extends Seal {
  /** Returns the address in its stored form. Its public parts are not sealed. */
  sealUrl(url: string, integrationId: string): SealedUrl;
}

/** Creates the seal of chat addresses. It can open only addresses that were sealed with one of these keys. */
export function createChatUrls(sealKeys: Keyring): ChatUrls {
  const seal = createSeal(sealKeys, 'plotline integration addresses v1');
  return {
    ...seal,
    sealUrl: (url, id) => ({ sealed: seal.seal(url, id), host: new URL(url).host, last4: url.slice(-4) }),
  };
}
