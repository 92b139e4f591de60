import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Mail server on a port of 127.0.0.1 with one user. Stores the emails that it accepts. */
export interface TestMailServer {
  readonly port: number;
  readonly mails: { readonly from: string; readonly to: string; readonly content: string }[];
  /** SMTP reply that refuses further recipients. Null accepts them. */
  refusal: { readonly responseCode: number } | null;
  /** Whether the server accepts emails and then closes the connection without a reply. */
  isSilent: boolean;
  /** Whether the server accepts emails and never replies. */
  hangs: boolean;
  stop(): Promise<void>;
}

export const mailUser = { user: 'sales', password: `mail-${'m'.repeat(20)}` } as const;
rememberSecret(mailUser.password, 'key of a vendor');

export async function startMailServer(): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      const isRight = username === mailUser.user && password === mailUser.password;
      if (isRight) callback(null, { user: username });
      else callback(Object.assign(new Error('Wrong password.'), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, callback) => {
      const { refusal } = fixture;
      callback(refusal && Object.assign(new Error('Refused.'), refusal));
    },
    onData: (stream, { envelope }, callback) => {
      void text(stream).then((content) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({ from, to: envelope.rcptTo[0]?.address ?? '', content });
        if (fixture.isSilent) for (const connection of server.connections) connection.close();
        else if (!fixture.hangs) callback();
      });
    },
  });
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  const fixture: TestMailServer = {
    port: address.port,
    mails,
    refusal: null,
    isSilent: false,
    hangs: false,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fixture;
}
