import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Context } from '../../context.js';
import type { Deal, Invoice } from '../model/deal.js';
import { toDealJson, toInvoiceJson } from '../model/deal-json.js';
import { completeTotals } from '../store/deal-totals.js';
import type { RenderRecords } from './sale-records.js';

/** Renders deals, including those of earlier versions, which store no totals. */
export function renderDeals({ invoices }: Pick<Context, 'invoices'>): RenderRecords<Deal> {
  return async (caller, deals) => (await completeTotals(invoices, caller, deals)).map(toDealJson);
}

/** Renders invoices as of the caller's current day. */
export function renderInvoices({ clock }: Pick<Context, 'clock'>): RenderRecords<Invoice> {
  return (caller, invoices) => {
    const today = toLocalDay(clock(), caller.timeZone);
    return invoices.map((invoice) => toInvoiceJson(invoice, today));
  };
}
