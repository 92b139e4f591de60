import type { EntryInput } from '@plotline/kit/journal/entry';
import type { Context } from '../context.js';
import type { Deal } from '../domain/deal.js';
import type { Lead } from '../domain/lead.js';
import type { ClosedSale } from '../domain/sale.js';
import { commissionJson } from './commission-json.js';
import { dealJson } from './deal-json.js';
import { invoiceJson } from './invoice-json.js';

/** The timeline entries of a won lead: the move with its events, then the deal with those of what it brought into being. */
export function closedEntries({ leads }: Pick<Context, 'leads'>, before: Lead, closed: ClosedSale): EntryInput[] {
  const { lead, deal, commission, invoice } = closed;
  const { notes } = deal.terms;
  const remark = notes === null ? {} : { notes };
  // A lead that was moved to won by hand before makes no move now.
  const won = before.stage === 'won' ? [{ name: 'lead.won', data: leads.json(lead) }] : [];
  const closing: EntryInput = {
    subject: lead.id,
    type: 'deal_closed',
    description: `The deal ${deal.id} was closed at ${deal.value} ${deal.currency}.`,
    attributes: { deal_id: deal.id, ...remark },
    events: [
      ...won,
      { name: 'deal.created', data: dealJson(deal) },
      { name: 'deal.closed', data: dealJson(deal) },
      { name: 'commission.calculated', data: commissionJson(commission) },
      { name: 'invoice.created', data: invoiceJson(invoice) },
    ],
  };
  return [...leads.entries(before, lead, remark), closing];
}

/** The timeline entry of a deal that was taken back. */
export function cancelledEntry(deal: Deal): EntryInput {
  return {
    subject: deal.lead_id,
    type: 'deal_cancelled',
    description: `The deal ${deal.id} was cancelled and its invoice voided.`,
    attributes: { deal_id: deal.id },
    events: [],
  };
}
