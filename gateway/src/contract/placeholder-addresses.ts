import type { PublicAddresses } from './public-document.js';

/**
 * Placeholders for the public addresses in pages. The pages are built before the addresses are known, and the gateway
 * fills in its own addresses.
 */
export const placeholderAddresses = {
  api: 'https://api.plotline.invalid',
  sandbox: 'https://sandbox.plotline.invalid',
  auth: 'https://auth.plotline.invalid',
} as const satisfies PublicAddresses;

/** Comments around the parts of a page that are removed if the gateway has no sandbox address. */
export const sandboxPart = { start: '<!--sandbox-->', end: '<!--/sandbox-->' } as const;
