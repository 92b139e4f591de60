import { randomUUID } from 'node:crypto';
import nock from 'nock';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Token of a server, and the password for its hooks. */
export const postmarkKeys = { token: `0f1e2d3c-live-${'p'.repeat(22)}`, hook: `hook-${'h'.repeat(20)}` } as const;

for (const secret of Object.values(postmarkKeys)) rememberSecret(secret, 'key of a vendor');

/** Postmark's API, with responses from the test. Requests without the token don't match. */
export const usePostmark = () =>
  nock('https://api.postmarkapp.com', { reqheaders: { 'x-postmark-server-token': postmarkKeys.token } });

/** Body of a request to create a connection to Postmark. */
export function toPostmarkBody(change: object = {}) {
  return {
    provider: 'postmark',
    name: 'Postmark',
    settings: { from_address: 'sales@harbour.example', from_name: 'Harbour Homes' },
    credentials: { server_token: postmarkKeys.token, hook_password: postmarkKeys.hook },
    ...change,
  };
}

/** Response to a request for the server (postmarkapp.com/developer/api/server-api). */
export const postmarkServer = (DeliveryType = 'Live') => ({
  ID: 1,
  Name: 'Production',
  DeliveryType,
  InboundAddress: '0a1b2c3d4e5f@inbound.postmarkapp.com',
});

/** Response to an accepted email (…/developer/api/email-api). */
export const takenMail = () => ({
  To: 'noor@example.com',
  SubmittedAt: '2026-03-02T10:00:00.000Z',
  MessageID: randomUUID(),
  ErrorCode: 0,
  Message: 'OK',
});

const metadata = (emailId: string) => ({ Metadata: { plotline_email: emailId }, MessageStream: 'outbound' });

/** Events as described at …/developer/webhooks. */
export const deliveryEvent = (emailId: string, change: object = {}) => ({
  RecordType: 'Delivery',
  MessageID: randomUUID(),
  Recipient: 'noor@example.com',
  DeliveredAt: '2026-03-02T10:00:05Z',
  Details: 'Accepted',
  Tag: '',
  ServerID: 1,
  ...metadata(emailId),
  ...change,
});

export const openEvent = (emailId: string, change: object = {}) => ({
  RecordType: 'Open',
  FirstOpen: true,
  MessageID: randomUUID(),
  ReceivedAt: '2026-03-02T10:05:00Z',
  Recipient: 'noor@example.com',
  UserAgent: 'Mail',
  ...metadata(emailId),
  ...change,
});

export const bounceEvent = (emailId: string, change: object = {}) => ({
  RecordType: 'Bounce',
  ID: 4_323_372_036_854,
  Type: 'HardBounce',
  TypeCode: 1,
  MessageID: randomUUID(),
  Email: 'noor@example.com',
  BouncedAt: '2026-03-02T10:00:09Z',
  Details: 'unknown user',
  ...metadata(emailId),
  ...change,
});

/** Inbound email (…/developer/webhooks/inbound-webhook). */
export const inboundEvent = (change: object = {}) => ({
  FromName: 'Noor Haddad',
  From: 'noor@example.com',
  FromFull: { Email: 'noor@example.com', Name: 'Noor Haddad', MailboxHash: '' },
  To: 'inbound@harbour.example',
  ReplyTo: '',
  Subject: 'Re: Villa 9',
  MessageID: randomUUID(),
  Date: 'Mon, 2 Mar 2026 10:00:00 +0000',
  TextBody: 'Yes, Friday works.\n\nOn Mon, 2 Mar 2026 at 10:00, Sara <s@harbour.example> wrote:\n> Friday?\n',
  HtmlBody: '<p>Yes, Friday works.</p><script>alert(1)</script>',
  StrippedTextReply: '',
  Headers: [{ Name: 'Message-ID', Value: `<${randomUUID()}@mail.example>` }],
  Attachments: [],
  ...change,
});

/** Posts to a hook as Postmark does, with the user and password in the hook's address. */
export function postHook(address: string, body: string | Buffer, password: string | null = postmarkKeys.hook) {
  const authorization = `Basic ${Buffer.from(`plotline:${password}`).toString('base64')}`;
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(password !== null && { authorization }) },
    body,
  });
}
