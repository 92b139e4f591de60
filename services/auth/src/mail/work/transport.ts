import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from '../model/mail.js';

/** Sends emails through a mail server, or writes them to a folder. */
export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the email. `id` identifies the email in all attempts. Once `signal` is
   * aborted, nothing is sent.
   * @throws MailRefused if further attempts are pointless.
   */
  send(mail: Mail, id: string, signal: AbortSignal): Promise<void>;
}

/** The mail server has rejected the recipient or the email permanently. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server rejected the mail.', { cause });
    this.name = 'MailRefused';
  }
}

/** Settings of the transport. Exactly one of mail server and folder is set. */
interface MailSettings {
  readonly SMTP_URL: string;
  readonly MAIL_DIRECTORY: string;
  readonly MAIL_FROM: string;
}

/** Creates the configured transport. Throws unless exactly one of mail server and folder is set. */
export function createMailTransport({ SMTP_URL, MAIL_DIRECTORY, MAIL_FROM }: MailSettings): MailTransport {
  if ((SMTP_URL === '') === (MAIL_DIRECTORY === '')) throw new Error('Set either SMTP_URL or MAIL_DIRECTORY.');
  return SMTP_URL === ''
    ? createDirectoryTransport(MAIL_DIRECTORY, MAIL_FROM)
    : createSmtpTransport(SMTP_URL, MAIL_FROM);
}

function readNumber(error: unknown, name: string): number {
  const value: unknown = Reflect.get(Object(error), name);
  return typeof value === 'number' ? value : 0;
}

/**
 * Checks for a 5yz reply (RFC 5321, 4.2.1) to the recipient or the email. A 5yz reply to the log-in may be a
 * configuration error.
 */
function isPermanent(error: unknown): boolean {
  const code: unknown = Reflect.get(Object(error), 'code');
  return readNumber(error, 'responseCode') >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** Returns the headers with which email apps offer to unsubscribe (RFC 2369, RFC 8058). */
function toHeaders(unsubscribeUrl: string | undefined): Record<string, string> {
  if (unsubscribeUrl === undefined) return {};
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Creates a transport that uses a mail server, such as `smtps://user:password@mail.example.com`. */
function createSmtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async ({ unsubscribeUrl, ...mail }, id, signal) => {
      try {
        const headers = toHeaders(unsubscribeUrl);
        // With the same message id in each attempt, receivers can detect duplicates.
        const messageId = `<${id}@${from.split('@').at(-1)?.replace('>', '')}>`;
        // A string would be parsed as a list of addresses.
        const to = { name: '', address: mail.to };
        await transporter.sendMail({ from, ...mail, to, messageId, headers, signal });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused(error) : error;
      }
    },
  };
}

/** Writes emails to a folder as text files, for development. */
function createDirectoryTransport(directory: string, from: string): MailTransport {
  return {
    send: async (mail, id, signal) => {
      const { to, subject, text } = mail;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const headers = Object.entries({ From: from, To: to, Subject: subject, ...toHeaders(mail.unsubscribeUrl) });
      const content = `${headers.map(([name, value]) => `${name}: ${value}`).join('\n')}\n\n${text}`;
      await writeFile(join(directory, `${id}.txt`), content, { mode: 0o600, signal });
    },
  };
}
