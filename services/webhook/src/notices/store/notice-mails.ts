import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { SubjectJobs } from '@plotline/kit/tasks/deferred-jobs';
import { findMailTime, type LastMail } from '../model/mail-pace.js';
import { dueMail, type Notice } from '../model/notice.js';

/**
 * Mails that gather the notices of a recipient: a job for each recipient, which stays for some minutes after a mail, so
 * that the next one isn't sent too soon.
 */
export class NoticeMails extends SubjectJobs<LastMail> {
  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    super(runtime, 'notice_mails');
  }

  /** Plans mails about the notices that are to be mailed. */
  async plan(tenant: Tenant, notices: readonly Notice[], now: Date, session?: TransactionSession): Promise<void> {
    const mailed = notices.filter(({ mail }) => mail === dueMail);
    const [first] = mailed;
    if (!first) return;
    const subjectIds = mailed.flatMap(({ recipient }) => recipient ?? []);
    await this.enqueue(tenant, { subjectIds, requestId: first.id, since: now, resumeAt: findMailTime(now) }, session);
  }
}
