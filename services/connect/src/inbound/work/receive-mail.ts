import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import type { HookEvent, HookOutcome } from '../../hooks/model/hook-event.js';
import type { InboundMail } from '../../vendors/model/email-port.js';
import { type Inquiry, readInquiry } from '../model/inquiry.js';
import { findPortal } from '../model/portals.js';
import { removeQuotedText } from './remove-quoted-text.js';

interface Delivery {
  readonly tenant: Tenant;
  readonly connection: Connection;
  readonly event: HookEvent;
  readonly mail: InboundMail;
}

type ReceiveContext = Pick<Context, 'leadEmails'>;

const flag = (purpose: string, message: string): HookOutcome => ({
  kind: 'flagged',
  purpose,
  subject: null,
  code: 'not_processed',
  message,
});

/** Creates a lead, or adds the inquiry to the lead with the same address. */
async function addInquiry(
  { leadEmails }: ReceiveContext,
  caller: Caller,
  { connection, event }: Delivery,
  inquiry: Inquiry,
): Promise<HookOutcome> {
  const agent = connection.settings['assigned_agent'] ?? '';
  const request = { ...inquiry, id: event.id, agent, at: event.created_at };
  try {
    const { leadId, isNew } = await leadEmails.receiveInquiry(caller, request);
    const purpose = isNew ? 'create lead from inquiry' : 'add inquiry to lead';
    return { kind: 'processed', purpose, subject: { type: 'lead', id: leadId } };
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error;
    return flag('create lead from inquiry', "The inquiry has values that a lead can't have.");
  }
}

/**
 * Files a received email. Tries a portal's inquiry first, then an email from a lead, then an inquiry with labelled
 * fields.
 */
export async function receiveMail(context: ReceiveContext, delivery: Delivery): Promise<HookOutcome> {
  const { tenant, event, mail } = delivery;
  const caller = createSystemCaller(tenant, 'emails', event.id);
  const inquiry = readInquiry(mail);
  if (findPortal(mail.from.address)) {
    if (inquiry) return addInquiry(context, caller, delivery, inquiry);
    return flag('read inquiry', "The portal's email contains no address of a person.");
  }
  const { from, subject, text } = mail;
  const received = { id: event.id, from: from.address, subject, text: removeQuotedText(text), at: event.created_at };
  const leadId = await context.leadEmails.receiveEmail(caller, received);
  if (leadId !== null)
    return { kind: 'processed', purpose: 'add email to lead', subject: { type: 'lead', id: leadId } };
  if (inquiry) return addInquiry(context, caller, delivery, inquiry);
  return flag(
    'find lead',
    "No lead has the sender's address, and the email is not an inquiry. Create the lead, then retry.",
  );
}
