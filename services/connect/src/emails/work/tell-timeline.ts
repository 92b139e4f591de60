import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { Context } from '../../context.js';
import type { DeliveryStatus } from '../../vendors/model/email-port.js';
import type { Email } from '../model/email.js';

type TellContext = Pick<Context, 'leadEmails'>;

/** Adds the outcome of an email to the lead's timeline. Can be repeated. Rejects with a Problem. */
export async function tellSending({ leadEmails }: TellContext, tenant: Tenant, email: Email): Promise<void> {
  const { id, lead_id: leadId, status, subject, text, error, actor, sent_at: sentAt, created_at } = email;
  if (status !== 'sent' && status !== 'failed' && status !== 'unknown') throw new Error('The email is not sent.');
  const caller = { ...createSystemCaller(tenant, 'emails', newId('req')), actor };
  const at = sentAt ?? created_at;
  await leadEmails.recordEmail(caller, {
    id,
    leadId,
    status,
    at,
    subject,
    text: text ?? '',
    reason: error?.message ?? '',
  });
}

/** Adds a provider's report to the lead's timeline. Can be repeated. Rejects with a Problem. */
export async function tellDelivery(
  { leadEmails }: TellContext,
  tenant: Tenant,
  { id, lead_id: leadId, subject }: Email,
  report: { readonly status: DeliveryStatus; readonly at: Date; readonly reason: string },
): Promise<void> {
  const caller = createSystemCaller(tenant, 'emails', newId('req'));
  await leadEmails.recordEmail(caller, { id, leadId, subject, text: '', ...report });
}
