import type { FakeVendor } from '../../../vendors/model/fake-vendor.js';
import type { VendorDialect } from '../../../vendors/model/vendor-request.js';

/** Format of a mail server's replies: a reply code and an enhanced code (RFC 5321, RFC 3463). The text is left out. */
export const dialect: VendorDialect = {
  title: 'The mail server',
  // This provider doesn't use HTTP, so no HTTP host is allowed.
  hosts: [],
  requestIdHeader: 'x-none',
  shownFields: new Set(['reply', 'email', 'id', 'type']),
};

/**
 * Stands in for any mail server and sends nothing. Refuses a user whose name ends in `refused`, so that people can try
 * a refusal.
 */
export const fakeSmtp: FakeVendor = ({ headers }) => {
  const isRefused = headers['user']?.endsWith('refused') ?? false;
  return isRefused ? { status: 401, body: { reply: 535 } } : { status: 200, body: { reply: 250 } };
};
