import type { Mail } from '@plotline/auth/mail/model/mail';
import type { MailTransport } from '@plotline/auth/mail/work/transport';
import { eventually } from '../../support/eventually.js';

/** Email as its recipient gets it. */
export interface ReceivedMail extends Mail {
  readonly id: string;
  /** Token in the email's link. Empty if the email has no link. */
  readonly token: string;
}

/** In-memory replacement for the mail server. */
export interface TestMailbox {
  readonly transport: MailTransport;
  /** Emails in the order of their arrival. */
  readonly mails: ReceivedMail[];
  /** Runs before an email arrives. Can reject to simulate a mail server that is down. */
  onMail: (mail: Mail) => Promise<void>;
  /** Waits for an email to the address whose subject matches, and returns the last one. */
  last(to: string, subject?: RegExp): Promise<ReceivedMail>;
  /** Waits for an email to the address whose link has a token other than the known one. */
  next(to: string, known: string): Promise<ReceivedMail>;
  countTo(to: string): number;
}

export function createTestMailbox(): TestMailbox {
  const mails: ReceivedMail[] = [];
  const mailbox: TestMailbox = {
    transport: {
      send: async (mail, id) => {
        await mailbox.onMail(mail);
        mails.push({ ...mail, id, token: /token=(\w+)/.exec(mail.text)?.[1] ?? '' });
      },
    },
    mails,
    onMail: async () => undefined,
    last: (to, subject = /./) =>
      eventually(async () => {
        const mail = mails.findLast((one) => one.to === to && subject.test(one.subject));
        if (!mail) throw new Error(`No mail to ${to} has arrived.`);
        return mail;
      }),
    next: (to, known) =>
      eventually(async () => {
        const mail = mails.findLast((one) => one.to === to && one.token !== '' && one.token !== known);
        if (!mail) throw new Error(`No further mail to ${to} has arrived.`);
        return mail;
      }),
    countTo: (to) => mails.filter((mail) => mail.to === to).length,
  };
  return mailbox;
}
