import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from '../domain/mail.js';

/** Hands mails over: to a mail server, or to a folder. */
export interface MailTransport {
  /**
   * Resolves when the mail is handed over. `id` names it in each attempt. Rejects with MailRefused when further attempts are of no
   * use; after `signal` nothing is handed over.
   */
  send(mail: Mail, id: string, signal: AbortSignal): Promise<void>;
}

/** The mail server has refused the recipient or the mail for good. */
export class MailRefused extends Error {
  constructor(cause: unknown) {
    super('The mail server refused the mail.', { cause });
    this.name = 'MailRefused';
  }
}

/** Where mails go. Of mail server and folder one is set. */
interface MailSettings {
  readonly SMTP_URL: string;
  readonly MAIL_DIRECTORY: string;
  readonly MAIL_FROM: string;
}

/** The transport that is configured. Throws unless a mail server or a folder is. */
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

/** A reply of 5yz (RFC 5321, 4.2.1) to the recipient or to the mail; to the log-in it may be a fault of the configuration. */
function isPermanent(error: unknown): boolean {
  const code: unknown = Reflect.get(Object(error), 'code');
  return readNumber(error, 'responseCode') >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}

/** A mail server, such as `smtps://user:password@mail.example.com`. */
function createSmtpTransport(url: string, from: string): MailTransport {
  const transporter = createTransport({ url, disableFileAccess: true, disableUrlAccess: true });
  return {
    send: async (mail, id, signal) => {
      try {
        // The id of the message is the same in each attempt, so that receivers can tell a repeated mail.
        const messageId = `<${id}@${from.split('@').at(-1)?.replace('>', '')}>`;
        // Not a text, which would be read as a list of addresses.
        const to = { name: '', address: mail.to };
        await transporter.sendMail({ from, ...mail, to, messageId, signal });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused(error) : error;
      }
    },
  };
}

/** A folder that takes mails as text files, for development: nothing is sent. */
function createDirectoryTransport(directory: string, from: string): MailTransport {
  return {
    send: async ({ to, subject, text }, id, signal) => {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const content = `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}`;
      await writeFile(join(directory, `${id}.txt`), content, { mode: 0o600, signal });
    },
  };
}
