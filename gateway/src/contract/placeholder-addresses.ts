import type { PublicAddresses } from './public-document.js';

/**
 * Stand-ins for the public addresses in pages that are built before it is known where they will be served. A gateway puts its own in
 * their place.
 */
export const placeholderAddresses = {
  api: 'https://api.plotline.invalid',
  sandbox: 'https://sandbox.plotline.invalid',
  auth: 'https://auth.plotline.invalid',
} as const satisfies PublicAddresses;

/** Comments around the parts of a page that a gateway without an address of the sandbox leaves out. */
export const sandboxPart = { start: '<!--sandbox-->', end: '<!--/sandbox-->' } as const;
