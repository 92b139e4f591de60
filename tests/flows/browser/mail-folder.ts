import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getDataLayout } from '@plotline/local/supervise/system-options';
import { eventually } from '../../support/eventually.js';
import { system } from '../../support/system.js';

/** The link in a mail to that address which leads to a page, once the mail was handed over to the folder. */
export function readLink(to: string, page: string): Promise<string> {
  const folder = getDataLayout(system().dataDirectory).mail;
  return eventually(async () => {
    const names = await readdir(folder);
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
    const links = mails
      .filter((mail) => mail.includes(`To: ${to}\n`))
      .flatMap((mail) => mail.match(/^http\S+$/gm) ?? []);
    const link = links.find((one) => new URL(one).pathname === page);
    if (!link) throw new Error(`No mail to ${to} with a link to ${page} has come.`);
    return link;
  });
}
