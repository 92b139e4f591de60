import { dueMail, type Notice } from './notice.js';

/** Invoice that is overdue. */
export interface OverdueInvoice {
  readonly eventId: string;
  readonly invoiceId: string;
  readonly number: string;
  readonly leadId: string;
  /** Agent of the lead. */
  readonly agentId: string;
}

/**
 * Creates the notice about overdue invoices of an agent's leads. The notice contains no lead, so an erasure doesn't
 * change it.
 */
export function reportOverdue(
  invoices: readonly [OverdueInvoice, ...OverdueInvoice[]],
  { id, now }: { readonly id: string; readonly now: Date },
): Notice {
  const [{ invoiceId, number, leadId, agentId }] = invoices;
  const counted = { agent_id: agentId, invoices: invoices.length };
  const report =
    invoices.length === 1
      ? {
          message: `Invoice ${number} is overdue.`,
          subject: { type: 'invoice', id: invoiceId },
          data: { ...counted, lead_id: leadId },
        }
      : { message: `${invoices.length} invoices are overdue.`, subject: { type: 'agent', id: agentId }, data: counted };
  return {
    id,
    version: 1,
    type: 'invoice.overdue',
    ...report,
    recipient: agentId,
    scope: 'read:leads',
    created_at: now,
    updated_at: now,
    mail: dueMail,
  };
}
