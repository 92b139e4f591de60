import { parseMime, toInbound } from '@plotline/connect/providers/smtp/work/parse-mime';
import { verifyMimeHook } from '@plotline/connect/providers/smtp/work/verify-hook';
import { expect } from 'chai';
import { rejectionOf } from '../../../webhook/support/rejection-of.js';

const authorization = `Basic ${Buffer.from('plotline:a-long-password-1').toString('base64')}`;
const verify = (body: string) =>
  verifyMimeHook({
    body: Buffer.from(body),
    header: (name) => (name === 'authorization' ? authorization : undefined),
    credentials: { hook_password: 'a-long-password-1' },
    now: new Date(),
  });
const idOf = (body: string) => {
  const verdict = verify(body);
  return verdict.kind === 'accepted' ? verdict.event.id : verdict.reason;
};
const read = async (mime: string) => toInbound(await parseMime(Buffer.from(mime)));

describe('raw MIME sent to a hook', () => {
  it('is identified by its Message-ID, even if the header is folded or in capitals', () => {
    const id = idOf('From: a@example.com\r\nMessage-ID: <1@x>\r\n\r\nOne');
    expect(id).to.match(/^[0-9a-f]{64}$/);
    expect(idOf('MESSAGE-ID:\r\n <1@x>\r\nFrom: a@example.com\r\n\r\nTwo')).to.equal(id);
    expect(idOf('From: a@example.com\r\nMessage-ID: <2@x>\r\n\r\nOne')).to.not.equal(id);
  });

  it('is identified by its content when it has no Message-ID header, even if its text contains one', () => {
    const [one, two] = ['From: a@example.com\r\n\r\nMessage-ID: <1@x>\r\nOne', 'From: a@example.com\r\n\r\nTwo'];
    expect(idOf(one)).to.equal(idOf(one));
    expect(idOf(one)).to.not.equal(idOf(two));
    expect(idOf(one)).to.not.equal(idOf('From: a@example.com\r\nMessage-ID: <1@x>\r\n\r\nOne'));
  });

  it('is refused without a sender', () => {
    expect(idOf('Subject: x\r\n\r\nFrom: a@example.com')).to.equal('malformed');
    expect(idOf('')).to.equal('malformed');
  });

  it('takes its text from its first alternative, and omits attachments', async () => {
    const mime = [
      ...['From: "Noor" <Noor@Example.com>', 'Reply-To: other@example.com', 'Subject: Hi', 'MIME-Version: 1.0'],
      ...[
        'Content-Type: multipart/mixed; boundary=m',
        '',
        '--m',
        'Content-Type: multipart/alternative; boundary=a',
        '',
      ],
      ...['--a', 'Content-Type: text/plain', '', 'Plain', '--a', 'Content-Type: text/html', '', '<b>HTML</b>', '--a--'],
      ...['--m', 'Content-Type: text/plain; name=x.txt', 'Content-Disposition: attachment', '', 'Secret', '--m--', ''],
    ].join('\r\n');
    expect(await read(mime)).to.deep.equal({
      from: { name: 'Noor', address: 'noor@example.com' },
      replyTo: { name: '', address: 'other@example.com' },
      subject: 'Hi',
      text: 'Plain',
    });
  });

  it('is refused if it has more than 100 parts or a header over 64 KiB', async () => {
    const parts = Array.from(
      { length: 200 },
      (_, place) => `Content-Type: multipart/mixed; boundary=b${place}\r\n\r\n--b${place}\r\n`,
    );
    const nested = `From: a@example.com\r\n${parts.join('')}`;
    expect(await rejectionOf(read(nested))).to.be.instanceOf(Error);
    expect(await rejectionOf(read(`From: a@example.com\r\nX: ${'x'.repeat(70_000)}\r\n\r\nHi`))).to.be.instanceOf(
      Error,
    );
  });
});
