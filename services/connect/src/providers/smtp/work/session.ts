import { isIPv6 } from 'node:net';
import { type AddressGuard, AddressRefused, HostUnknown } from '@plotline/kit/network/address-guard';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { FieldValues } from '../../../vendors/model/field-values.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import { type MailServer, readServer } from '../model/settings.js';
import { toFailure } from './smtp-failure.js';

export interface SessionOptions {
  readonly guard: AddressGuard;
  /** Whether servers without TLS are refused. Only tests and local systems allow servers without TLS. */
  readonly requiresTls: boolean;
  /** Time for the whole session. */
  readonly timeoutMs: number;
}

/** Session with a mail server after a successful login. */
export type Session = Pick<SMTPConnection, 'send'>;

/** Runs work in a session with a connection's mail server. Rejects with a VendorFailure. */
export type UseSession = <T>(
  values: { readonly settings: FieldValues; readonly credentials: FieldValues },
  work: (session: Session) => Promise<T>,
) => Promise<T>;

/**
 * Returns an allowed address of the server. The session uses only this address, because the name could resolve to a
 * different one a moment later.
 */
async function resolveServer(guard: AddressGuard, { host, port }: MailServer): Promise<string> {
  const url = new URL(`http://${isIPv6(host) ? `[${host}]` : host}:${port}`);
  const [first] = await guard.resolve(url).catch((error: unknown) => {
    if (error instanceof AddressRefused) {
      throw new VendorFailure('request_refused', 'The mail server must not have a private or reserved address.');
    }
    if (error instanceof HostUnknown) {
      throw new VendorFailure('vendor_unavailable', 'The name of the mail server could not be resolved.', {
        cause: error,
      });
    }
    throw error;
  });
  if (!first) throw new VendorFailure('vendor_unavailable', 'The name of the mail server has no address.');
  return first.address;
}

const noCredentials = ({ user, password }: FieldValues) => !user && !password;

/**
 * Creates the function that runs sessions. Each session connects, logs in, works and ends. If it fails before `work`,
 * nothing was sent.
 */
export function createUseSession({ guard, requiresTls, timeoutMs }: SessionOptions): UseSession {
  return async ({ settings, credentials }, work) => {
    const server = readServer(settings);
    const signal = AbortSignal.timeout(timeoutMs);
    const address = await resolveServer(guard, server);
    if (signal.aborted) throw toFailure(signal.reason, 'before');
    const connection = new SMTPConnection({
      host: address,
      servername: server.host,
      port: server.port,
      secure: server.isSecure,
      requireTLS: requiresTls,
      tls: { servername: server.host, minVersion: 'TLSv1.2' },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      maxResponseSize: 65_536,
    });
    const close = () => connection.close();
    signal.addEventListener('abort', close);
    // nodemailer calls no callback if we close the connection ourselves.
    const isOver = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(toFailure(signal.reason, 'after')));
    });
    isOver.catch(() => undefined);
    try {
      await new Promise<void>((resolve, reject) => {
        const fail = (error: unknown) => reject(toFailure(error, 'before'));
        connection.on('error', fail);
        signal.addEventListener('abort', () => fail(signal.reason));
        connection.connect((failure) => {
          if (failure) fail(failure);
          else if (noCredentials(credentials)) resolve();
          else {
            const auth = { user: credentials['user'], pass: credentials['password'] };
            connection.login(auth, (refusal) => (refusal ? fail(refusal) : resolve()));
          }
        });
      });
      return await Promise.race([work(connection), isOver]);
    } finally {
      signal.removeEventListener('abort', close);
      connection.close();
    }
  };
}
