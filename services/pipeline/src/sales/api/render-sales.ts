import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { ReadRecord } from '@plotline/kit/rpc/get-record';
import type { Context } from '../../context.js';
import type { Deal, Invoice } from '../model/deal.js';
import { toDealJson, toInvoiceJson } from '../model/deal-json.js';
import { completeTotals } from '../store/deal-totals.js';
import type { RenderRecords } from './sale-records.js';

/** Renders deals, including those of earlier releases of Plotline, which store no totals. */
export function renderDeals({ invoices }: Pick<Context, 'invoices'>): RenderRecords<Deal> {
  return async (caller, deals) => (await completeTotals(invoices, caller, deals)).map(toDealJson);
}

/** Reads a deal for RecordDetailsService.GetRecord, in the form that GET returns. */
export function readDeal(context: Pick<Context, 'deals' | 'invoices'>): ReadRecord {
  return async (caller, id) => {
    const deal = await context.deals.get(caller, id);
    const [json] = deal ? await renderDeals(context)(caller, [deal]) : [];
    return json ?? null;
  };
}

/** Renders invoices as of the caller's current day. */
export function renderInvoices({ clock }: Pick<Context, 'clock'>): RenderRecords<Invoice> {
  return (caller, invoices) => {
    const today = toLocalDay(clock(), caller.timeZone);
    return invoices.map((invoice) => toInvoiceJson(invoice, today));
  };
}
