import type { FakeVendor } from '../../../vendors/model/fake-vendor.js';
import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** A mail server's answers have a reply code and an enhanced code (RFC 5321, RFC 3463); its text is left out. */
export const dialect: VendorDialect = {
  title: 'The mail server',
  // Requests don't use HTTP, so no host is allowed for it.
  hosts: [],
  requestIdHeader: 'x-none',
  shownFields: new Set(['reply', 'email', 'id', 'type']),
};

/**
 * Replaces every mail server and sends nothing. Refuses a user whose name ends in `refused`, so that people can try a
 * refusal.
 */
export const fakeSmtp: FakeVendor = ({ headers }) => {
  const isRefused = headers['user']?.endsWith('refused') ?? false;
  return isRefused ? { status: 401, body: { reply: 535 } } : { status: 200, body: { reply: 250 } };
};
