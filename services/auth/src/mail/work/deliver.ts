import { createSystemCaller } from '@plotline/kit/core/caller';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Context } from '../../context.js';

import { directory } from '../../directory/store/tenants.js';
import type { QueuedMail } from '../store/mails.js';
import { MailRefused } from './transport.js';

export type MailContext = Pick<
  Context,
  'mails' | 'links' | 'teamUpdates' | 'mailTransport' | 'countMail' | 'runtime' | 'clock'
>;

/** Time limit of one attempt, from connecting to the mail server until its reply. */
const attemptMs = 20_000;
/** Time after which another process may retry an email whose attempt never reported its end. */
const claimMs = attemptMs + 10_000;
const maxAtOnce = 20;
const deliveries = new Limiter({ max: maxAtOnce });

/** Removes a sent email from the queue, and notifies the team service if it was an invitation. */
async function recordDelivery({ mails, links, teamUpdates, runtime, clock }: MailContext, mail: QueuedMail) {
  const caller = createSystemCaller(directory, 'mail queue', mail.id);
  const at = clock();
  await runtime.journal.commit({ caller }, async (session) => {
    await mails.remove(session, mail);
    const link = mail.link_id === null ? null : await links.get(mail.link_id, session);
    if (link) await links.markSent(session, link.id, at);
    if (link?.invitation) {
      const { workspace_id, agent_id, name } = link.invitation;
      const update = { kind: 'invitation_sent', agent_id, email: link.email, name, at } as const;
      await teamUpdates.add(session, workspace_id, update);
    }
    return { entries: [] };
  });
}

/** Tries once to send an email, unless another process is doing so. Logs neither address nor text. */
export async function deliverMail(context: MailContext, queued: QueuedMail): Promise<void> {
  const { mails, mailTransport, countMail, runtime, clock } = context;
  const mail = await mails.claim(queued, new Date(clock().getTime() + claimMs));
  if (!mail) return;
  if (mail.expires_at <= clock()) {
    countMail('expired');
    return mails.remove(null, mail);
  }
  try {
    await mailTransport.send(mails.open(mail), mail.id, AbortSignal.timeout(attemptMs));
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    const isRefused = error instanceof MailRefused;
    runtime.log.warn({ mail: mail.id, attempts: mail.attempts, code, refused: isRefused }, 'mail not sent');
    countMail(isRefused ? 'refused' : 'failed');
    return isRefused ? mails.remove(null, mail) : mails.postpone(mail);
  }
  countMail('sent');
  await recordDelivery(context, mail);
}

/**
 * Starts to send an email without waiting for the result. If the sending fails or too many emails are being sent, the
 * worker sends it.
 */
export function deliverSoon(context: MailContext, mail: QueuedMail | null): void {
  if (!mail || mail.resume_at > context.clock() || deliveries.inUse >= maxAtOnce) return;
  void deliveries
    .run('', () => deliverMail(context, mail))
    .catch((error: unknown) => {
      context.runtime.log.warn({ err: error, mail: mail.id }, 'mail not sent');
    });
}
