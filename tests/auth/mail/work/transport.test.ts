import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createMailTransport, MailRefused } from '@plotline/auth/mail/work/transport';
import { expect } from 'chai';
import { temporaryDirectory } from '../../../deploy/local/stubs/temporary-directory.js';
import { startSmtpServer, type TestSmtpServer } from '../../support/smtp-server.js';

const from = 'Plotline <no-reply@plotline.example>';
const mail = {
  to: 'ada@example.com',
  subject: 'Grüße',
  text: 'Hello\n\nhttps://a.example/?token=x\n',
  html: '<p>Hello</p>',
};
const soon = () => AbortSignal.timeout(10_000);

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the mail transport over SMTP', () => {
  let server: TestSmtpServer;
  beforeEach(async () => {
    server = await startSmtpServer();
  });
  afterEach(() => server.close());
  const transport = () => createMailTransport({ SMTP_URL: server.url, MAIL_DIRECTORY: '', MAIL_FROM: from });

  it('sends an email as plain text and HTML, with its id in the queue', async () => {
    await transport().send(mail, 'mail_1', soon());
    const [taken] = server.mails;
    expect(taken).to.include({ from: 'no-reply@plotline.example', to: mail.to });
    for (const part of [
      'From: Plotline <no-reply@plotline.example>',
      'To: ada@example.com',
      'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
      'Message-ID: <mail_1@plotline.example>',
      'text/plain; charset=utf-8',
      'text/html; charset=utf-8',
      '<p>Hello</p>',
    ]) {
      expect(taken?.content).to.include(part);
    }
  });

  it('lets people unsubscribe from an optional email with one click', async () => {
    const unsubscribeUrl = 'https://a.example/auth/unsubscribe?token=a.b.c';
    await transport().send({ ...mail, unsubscribeUrl }, 'mail_1', soon());
    await transport().send(mail, 'mail_2', soon());
    const [taken, other] = server.mails;
    expect(taken?.content).to.include(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(taken?.content).to.include('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(other?.content).to.not.include('List-Unsubscribe');
  });

  it('sends an email to exactly one address, even if the address looks like a list', async () => {
    await failureOf(transport().send({ ...mail, to: 'x,victim@example.com' }, 'mail_1', soon()));
    await failureOf(transport().send({ ...mail, to: 'x<victim@example.com>' }, 'mail_2', soon()));
    expect(server.mails.filter(({ to }) => to === 'victim@example.com')).to.deep.equal([]);
  });

  it('distinguishes permanent from temporary refusals', async () => {
    server.refusal = { code: 550, message: 'No such mailbox' };
    expect(await failureOf(transport().send(mail, 'mail_1', soon()))).to.be.instanceOf(MailRefused);
    server.refusal = { code: 451, message: 'Greylisted' };
    const later = await failureOf(transport().send(mail, 'mail_1', soon()));
    expect(later).to.be.instanceOf(Error).and.not.be.instanceOf(MailRefused);
    server.refusal = null;
    await transport().send(mail, 'mail_1', soon());
    expect(server.mails).to.have.length(1);
  });
});

describe('the mail transport without a mail server', () => {
  const temporary = temporaryDirectory();

  it('fails when no mail server listens', async () => {
    const transport = createMailTransport({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_DIRECTORY: '', MAIL_FROM: from });
    expect(await failureOf(transport.send(mail, 'mail_1', soon()))).to.be.instanceOf(Error);
  });

  it("times out when the mail server doesn't respond, and closes the connection", async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const url = `smtp://127.0.0.1:${port}`;
    const transport = createMailTransport({ SMTP_URL: url, MAIL_DIRECTORY: '', MAIL_FROM: from });
    const controller = new AbortController();
    const connected = once(silent, 'connection');
    const sending = failureOf(transport.send(mail, 'mail_1', controller.signal));
    const [socket] = await connected;
    const closed = once(socket, 'close');
    socket.resume();
    controller.abort();
    expect(await sending).to.be.instanceOf(Error);
    await closed;
    silent.close();
  });

  it('stores emails as text files that only their owner can read', async () => {
    const directory = join(temporary, 'mail');
    const transport = createMailTransport({ SMTP_URL: '', MAIL_DIRECTORY: directory, MAIL_FROM: from });
    await transport.send(mail, 'mail_1', soon());
    await transport.send(mail, 'mail_2', soon());
    expect(await readdir(directory)).to.have.members(['mail_1.txt', 'mail_2.txt']);
    const file = join(directory, 'mail_1.txt');
    expect(await readFile(file, 'utf8')).to.equal(`From: ${from}\nTo: ${mail.to}\nSubject: Grüße\n\n${mail.text}`);
    expect((await stat(file)).mode % 0o1000).to.equal(0o600);
  });

  it('requires either a mail server or a folder', () => {
    for (const [SMTP_URL, MAIL_DIRECTORY] of [
      ['', ''],
      ['smtp://mail.example', '/mail'],
    ] as const) {
      expect(() => createMailTransport({ SMTP_URL, MAIL_DIRECTORY, MAIL_FROM: from })).to.throw('either');
    }
  });
});
