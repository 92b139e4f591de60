import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Mail server on a port of 127.0.0.1 that stores the emails that it accepts. */
export interface TestSmtpServer {
  readonly url: string;
  /** Emails as they were sent, with their envelopes. */
  readonly mails: { readonly from: string; readonly to: string; readonly content: string }[];
  /** SMTP reply that refuses further recipients. Null accepts them. */
  refusal: { readonly code: number; readonly message: string } | null;
  close(): Promise<void>;
}

function addressOf(address: false | { readonly address: string } | undefined): string {
  return address ? address.address : '';
}

export async function startSmtpServer(): Promise<TestSmtpServer> {
  const mails: TestSmtpServer['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) => {
      const { refusal } = fixture;
      callback(refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code }));
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((content) => {
        mails.push({ from: addressOf(envelope.mailFrom), to: addressOf(envelope.rcptTo[0]), content });
        callback();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const fixture: TestSmtpServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refusal: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fixture;
}
