import { isTree } from '../../../../support/contract/tree.js';
import { isAcknowledged, type Operation, startOf } from '../history/operation.js';
import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

const rule = 'sales';

function groupBy(records: readonly SeenRecord[], field: string): Map<unknown, SeenRecord[]> {
  const groups = new Map<unknown, SeenRecord[]>();
  for (const record of records) groups.set(record[field], [...(groups.get(record[field]) ?? []), record]);
  return groups;
}

const time = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.POSITIVE_INFINITY);

/** Checks that the deals for a unit don't overlap: each deal closes after the previous one was cancelled. */
function findDoubleSales({ deals }: Snapshot): string[] {
  return [...groupBy(deals, 'unit_id')].flatMap(([unit, all]) => {
    if (unit === null) return [];
    const inOrder = [...all].sort((one, other) => time(one.closed_at) - time(other.closed_at));
    return inOrder.flatMap((deal, place) => {
      const next = inOrder[place + 1];
      const overlaps = next && time(deal.cancelled_at) > time(next.closed_at);
      return overlaps ? [`unit ${String(unit)} was sold twice: ${deal.id} and ${next.id}`] : [];
    });
  });
}

function findUnfitPapers({ deals, invoices, commissions, leads }: Snapshot): string[] {
  const invoicesByDeal = groupBy(invoices, 'deal_id');
  const commissionsByDeal = groupBy(commissions, 'deal_id');
  const faults = deals.flatMap((deal) => {
    const own = [invoicesByDeal.get(deal.id) ?? [], commissionsByDeal.get(deal.id) ?? []] as const;
    const [[invoice, ...moreInvoices], [commission, ...moreCommissions]] = own;
    if (!invoice || !commission || moreInvoices.length + moreCommissions.length > 0)
      return [`deal ${deal.id} has ${own[0].length} invoices and ${own[1].length} commissions`];
    const isLive = deal.status === 'closed';
    const fits =
      (invoice.status === 'void') === !isLive &&
      (commission.status === 'cancelled') === !isLive &&
      invoice.amount === deal.value &&
      invoice.lead_id === deal.lead_id &&
      commission.amount === deal.commission;
    return fits
      ? []
      : [`deal ${deal.id}, its invoice and its commission do not fit: ${show({ deal, invoice, commission })}`];
  });
  const ids = new Set(deals.map(({ id }) => id));
  const orphans = [...invoices, ...commissions].filter(({ deal_id }) => !ids.has(String(deal_id)));
  const numbers = [...groupBy(invoices, 'number')].filter(([, same]) => same.length > 1);
  const live = [
    ...groupBy(
      deals.filter(({ status }) => status === 'closed'),
      'lead_id',
    ),
  ];
  const stages = new Map(leads.map(({ id, stage }) => [id, stage]));
  return [
    ...faults,
    ...orphans.map(({ id, deal_id }) => `${id} is of the deal ${String(deal_id)}, which is not there`),
    ...numbers.map(([number]) => `the invoice number ${String(number)} was given twice`),
    ...live.filter(([, own]) => own.length > 1).map(([lead]) => `lead ${String(lead)} has two active deals`),
    ...live
      .filter(([lead]) => stages.get(String(lead)) !== 'won')
      .map(([lead]) => `lead ${String(lead)} has an active deal and is ${String(stages.get(String(lead)))}`),
    ...leads
      .filter(({ id, stage }) => stage === 'won' && !live.some(([lead]) => lead === id))
      .map(({ id }) => `lead ${id} is won and has no active deal`),
  ];
}

/** Checks that only the units of active deals are sold, because no call in a campaign sets `sold`. */
function findUnfitUnits({ deals, units }: Snapshot): string[] {
  const live = new Set(
    deals.flatMap(({ status, unit_id }) => (status === 'closed' && unit_id !== null ? [unit_id] : [])),
  );
  const there = new Map(units.map(({ id, status }) => [id, status]));
  return [
    ...[...live]
      .filter((id) => there.get(String(id)) !== 'sold')
      .map((id) => `unit ${String(id)} of an active deal is ${String(there.get(String(id)))}`),
    ...units
      .filter(({ id, status }) => status === 'sold' && !live.has(id))
      .map(({ id }) => `unit ${id} is sold without a deal`),
  ];
}

/**
 * Checks that an acknowledged sale has a deal with the acknowledged terms. The deal must be active unless the lead was
 * moved later.
 */
function checkAcknowledgedSale(operation: Operation, operations: readonly Operation[], snapshot: Snapshot): string[] {
  const effect = operation.effects.find(({ kind }) => kind === 'sale');
  const data = operation.answer?.data;
  if (effect?.kind !== 'sale' || !isAcknowledged(operation)) return [];
  const dealId = isTree(data) && isTree(data.deal) ? data.deal.id : undefined;
  const deal = snapshot.deals.find(({ id }) => id === dealId);
  if (!deal) return [`the acknowledged deal ${String(dealId)} of ${effect.leadId} is not there`];
  const fits =
    deal.value === effect.value &&
    deal.lead_id === effect.leadId &&
    [deal.unit_id, deal.property_id].includes(effect.listingId);
  if (!fits) return [`the acknowledged deal ${deal.id} has other terms: ${show(deal)}`];
  const isReopened = operations.some(
    (other) =>
      other !== operation &&
      other.answer?.status !== 409 &&
      (other.attempts.at(-1)?.endedAt ?? 0) > startOf(operation) &&
      other.effects.some(
        (one) =>
          one.kind === 'write' && one.id === effect.leadId && 'stage' in one.fields && one.fields.stage !== 'won',
      ),
  );
  return deal.status === 'closed' || isReopened ? [] : [`the acknowledged deal ${deal.id} is ${String(deal.status)}`];
}

function checkPayment(operation: Operation, snapshot: Snapshot): string[] {
  const effect = operation.effects.find(({ kind }) => kind === 'payment');
  if (effect?.kind !== 'payment' || !isAcknowledged(operation)) return [];
  const invoice = snapshot.invoices.find(({ id }) => id === effect.invoiceId);
  return invoice?.status === 'paid' ? [] : [`the paid invoice ${effect.invoiceId} is ${show(invoice?.status)}`];
}

/**
 * Checks that no unit is sold twice, and that a sale has exactly one deal, invoice and commission. These must match
 * each other, the lead and the unit.
 */
export function checkSales(operations: readonly Operation[], snapshot: Snapshot): Violation[] {
  const found = [...findDoubleSales(snapshot), ...findUnfitPapers(snapshot), ...findUnfitUnits(snapshot)];
  return [
    ...found.map((message) => ({ rule, tenant: snapshot.tenant, message })),
    ...operations.flatMap((operation) =>
      [...checkAcknowledgedSale(operation, operations, snapshot), ...checkPayment(operation, snapshot)].map(
        (message) => ({
          rule,
          tenant: snapshot.tenant,
          message,
          operation,
        }),
      ),
    ),
  ];
}
