import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { eventually } from './eventually.js';
import { system } from './system.js';

/** Returns the emails to an address in the folder so far, as text. */
async function readMails(to: string): Promise<readonly string[]> {
  const folder = getDataLayout(system().dataDirectory).mail;
  const names = await readdir(folder);
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${to}\n`));
}

/** Waits for an email to the address with that subject, or with a subject that matches. */
export function readMail(to: string, subject: string | RegExp): Promise<string> {
  const isWanted = (mail: string) =>
    typeof subject === 'string' ? mail.includes(`Subject: ${subject}\n`) : subject.test(mail);
  return eventually(async () => {
    const mail = (await readMails(to)).find(isWanted);
    if (!mail) throw new Error(`No mail to ${to} with the subject ${subject} has come.`);
    return mail;
  });
}

/** Waits for an email to the address with a link to a page, and returns the link. */
export function readLink(to: string, page: string): Promise<string> {
  return eventually(async () => {
    const links = (await readMails(to)).flatMap((mail) => mail.match(/^http\S+$/gm) ?? []);
    const link = links.find((one) => new URL(one).pathname === page);
    if (!link) throw new Error(`No mail to ${to} with a link to ${page} has come.`);
    return link;
  });
}
