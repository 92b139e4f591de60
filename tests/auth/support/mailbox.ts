import type { Mail } from '@plotline/auth/domain/mail';
import type { MailTransport } from '@plotline/auth/mail/transport';
import { eventually } from '../../support/eventually.js';

/** A mail as it arrived. */
export interface ReceivedMail extends Mail {
  readonly id: string;
  /** The token of the link in it; empty when it has none. */
  readonly token: string;
}

/** Stands for the mail server. */
export interface TestMailbox {
  readonly transport: MailTransport;
  /** In the order of their arrival. */
  readonly mails: ReceivedMail[];
  /** What happens to a mail before it arrives; a mail server that is away rejects. */
  onMail: (mail: Mail) => Promise<void>;
  /** The last mail to an address whose subject matches, once it arrived. */
  last(to: string, subject?: RegExp): Promise<ReceivedMail>;
  /** The last mail to an address with a link other than the one known, once it arrived. */
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
