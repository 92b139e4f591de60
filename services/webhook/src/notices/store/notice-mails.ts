import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import { findMailTime, type LastMail } from '../model/mail-pace.js';
import { dueMail, type Notice } from '../model/notice.js';

/**
 * Jobs that collect the notices of a recipient for one email. There is one job for each recipient. It is kept for some
 * minutes after an email, so that the next email isn't sent too soon.
 */
export class NoticeMails extends SubjectJobs<LastMail> {
  constructor(runtime: Pick<ServiceRuntime, 'collection'>, suspensions?: Suspensions) {
    super(runtime, 'notice_mails', suspensions);
  }

  /** Plans emails about those of the notices that must be emailed. */
  async plan(tenant: Tenant, notices: readonly Notice[], now: Date, session?: TransactionSession): Promise<void> {
    const mailed = notices.filter(({ mail }) => mail === dueMail);
    const [first] = mailed;
    if (!first) return;
    const subjectIds = mailed.flatMap(({ recipient }) => recipient ?? []);
    await this.enqueue(tenant, { subjectIds, requestId: first.id, since: now, resumeAt: findMailTime(now) }, session);
  }
}
