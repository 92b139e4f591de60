import type { Context } from '../../context.js';
import { recordDelivery } from '../../emails/work/record-delivery.js';
import type { HookOutcome, ProcessHookEvent } from '../../hooks/model/hook-event.js';
import type { EmailPort } from '../../vendors/model/email-port.js';
import { receiveMail } from './receive-mail.js';

const unreadable: HookOutcome = {
  kind: 'flagged',
  purpose: 'read mail',
  subject: null,
  code: 'not_processed',
  message: 'The email has no sender, too many parts, or headers that are too long.',
};

/** Creates the processor for an email provider's events: reports about sent emails, and received emails. */
export function createProcessMailEvent(
  context: Pick<Context, 'emails' | 'leadEmails' | 'clock'>,
  { readReport }: Pick<EmailPort, 'readReport'>,
): ProcessHookEvent {
  return async (tenant, connection, event, body) => {
    const report = await readReport(body);
    if (report.kind === 'other') return { kind: 'ignored' };
    if (report.kind === 'unreadable') return unreadable;
    return report.kind === 'delivery'
      ? recordDelivery(context, tenant, { connection, event, report })
      : receiveMail(context, { tenant, connection, event, mail: report.mail });
  };
}
