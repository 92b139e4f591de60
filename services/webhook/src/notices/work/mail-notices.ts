import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { toProblem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import { createDeferredWorker, type NextRun, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { SubjectJob } from '@plotline/kit/tasks/subject-jobs';
import type { Context } from '../../context.js';
import type { NoticeMailer } from '../../peers/auth.js';
import { findNextMail, type LastMail } from '../model/mail-pace.js';
import { isMailed } from '../model/notice-kind.js';
import { toPagePath } from '../model/notice-path.js';

const intervalMs = 1_000;
const maxBatch = 20;

type MailContext = Pick<
  Context,
  'notices' | 'noticeMails' | 'noticeMailer' | 'noticePreferences' | 'noticeReads' | 'runtime' | 'clock'
>;

/** Passes the email to auth. Does nothing if the workspace was erased in the meantime. */
async function handOver(mailer: NoticeMailer, tenant: Tenant, mail: Parameters<NoticeMailer['mail']>[1]) {
  try {
    await mailer.mail(createSystemCaller(tenant, 'notice mails', mail.id), mail);
  } catch (error) {
    if (toProblem(error).code !== 'NOT_FOUND') throw error;
  }
}

/**
 * Emails a recipient the collected notices. Skips notices that were read in the meantime, and kinds that the person
 * doesn't want by email. After an email, the job is kept until the next one may be sent.
 */
async function mailRecipient(context: MailContext, tenant: Tenant, job: SubjectJob<LastMail>): Promise<NextRun> {
  const { notices, noticePreferences, noticeReads, noticeMailer, clock } = context;
  const now = clock();
  const { subject_id: recipient, state } = job;
  const next = state && findNextMail(state);
  if (next && next > now) return { resume_at: next };
  const claimed = await notices.claimForMail(tenant, recipient, newId('nml'));
  if (claimed.notices.length === 0) return null;
  const [choices, readUntil] = await Promise.all([
    noticePreferences.findChoices(tenant, recipient),
    noticeReads.findOfRecipient(tenant, recipient),
  ]);
  const wanted = claimed.notices.filter(
    ({ type, created_at }) => isMailed(type, choices) && !(readUntil && created_at <= readUntil),
  );
  if (wanted.length > 0) {
    const items = wanted.map((notice) => ({ text: notice.message, path: toPagePath(notice) }));
    await handOver(noticeMailer, tenant, { id: claimed.id, recipient, items });
  }
  await notices.confirmMail(tenant, recipient, claimed.id);
  if (wanted.length === 0) return null;
  return { resume_at: findNextMail({ mailed_at: now }), state: { mailed_at: now } };
}

/** Creates the worker that emails notices. */
export function createNoticeMailing(context: MailContext): PeriodicTask {
  const { noticeMails, clock, runtime } = context;
  return createDeferredWorker<SubjectJob<LastMail>>({
    name: 'notice mails',
    intervalMs,
    maxBatch,
    jobs: noticeMails,
    clock,
    runtime,
    run: runEach((tenant, job) => mailRecipient(context, tenant, job)),
  });
}
