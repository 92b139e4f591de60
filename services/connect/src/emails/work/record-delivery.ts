import type { Tenant } from '@plotline/kit/core/caller';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import type { HookEvent, HookOutcome } from '../../hooks/model/hook-event.js';
import type { EmailReport } from '../../vendors/model/email-port.js';
import { deliveryFields, type EmailStatus } from '../model/email.js';
import { tellDelivery } from './tell-timeline.js';

type Delivery = Extract<EmailReport, { kind: 'delivery' }>;

/** States in which a report proves that the email was sent. */
const unconfirmed: readonly EmailStatus[] = ['queued', 'sending', 'unconfirmed', 'unknown'];
const confirmed: readonly EmailStatus[] = ['sent', 'failed'];

/**
 * Records a provider's report about an email, once per status. Reports may arrive in any order. A report also confirms
 * that an email was sent if that was unknown.
 */
export async function recordDelivery(
  context: Pick<Context, 'emails' | 'leadEmails' | 'clock'>,
  tenant: Tenant,
  { connection, event, report }: { connection: Connection; event: HookEvent; report: Delivery },
): Promise<HookOutcome> {
  const { emails, clock } = context;
  const email = await emails.get(tenant, report.emailId);
  // Other software may use the same account and the same metadata name.
  if (email?.connection_id !== connection.id) return { kind: 'ignored' };
  const field = deliveryFields[report.status];
  const told = report.at ?? event.created_at;
  const at = email[field] ?? new Date(Math.max(told.getTime(), (email.sent_at ?? email.created_at).getTime()));
  if (email[field] === null) {
    const isRecorded = await emails.change(tenant, email.id, confirmed, { [field]: at });
    if (!isRecorded) {
      const sent = { status: 'sent' as const, error: null, html: null, is_told: false, sent_at: email.sent_at ?? at };
      await emails.change(tenant, email.id, unconfirmed, { [field]: at, ...sent, resume_at: clock() });
    }
  }
  await tellDelivery(context, tenant, email, { status: report.status, at, reason: report.reason ?? '' });
  return { kind: 'processed', purpose: `email ${report.status}`, subject: { type: 'lead', id: email.lead_id } };
}
