import type { Mail } from '@plotline/auth/mail/model/mail';
import type { MailTransport } from '@plotline/auth/mail/work/transport';
import { eventually } from '../../support/eventually.js';

/** Mail as a recipient gets it. */
export interface ReceivedMail extends Mail {
  readonly id: string;
  /** Token of the mail's link. Empty when the mail has no link. */
  readonly token: string;
}

/** In-memory replacement of the mail server. */
export interface TestMailbox {
  readonly transport: MailTransport;
  /** Mails in the order of their arrival. */
  readonly mails: ReceivedMail[];
  /** Runs before a mail arrives. It rejects to simulate a mail server that is down. */
  onMail: (mail: Mail) => Promise<void>;
  /** Waits for the last mail to an address whose subject matches. */
  last(to: string, subject?: RegExp): Promise<ReceivedMail>;
  /** Waits for the last mail to an address with a link other than the known one. */
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
