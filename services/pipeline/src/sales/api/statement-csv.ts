import { guardFormula } from '@plotline/kit/core/formula-guard';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import { stringify } from 'csv-stringify/sync';
import { type Deal, getBalance, getDealTotals, getPaidAmount, type OpenDeposit } from '../model/deal.js';
import { getDealBalance, type StatementRecords } from '../model/statement.js';

const columns = [
  'type',
  'id',
  'description',
  'day',
  'due_on',
  'status',
  'amount',
  'paid',
  'balance',
  'currency',
  'method',
  'reference',
] as const;

type Row = Partial<Record<(typeof columns)[number], string | number | null>>;

/** Formats a cell. Numbers need no guard against formulas, because even a negative number isn't a formula. */
function formatCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'number' ? String(value) : guardFormula(value);
}

/** Creates the row of a paid deposit that waits for the next invoice. */
function toDepositRow({ id, currency }: Deal, { amount, paid_on, reference }: OpenDeposit): Row {
  return { type: 'deposit', id, day: paid_on, status: 'received', amount, currency, reference };
}

function listRows({ deal, instalments, invoices, payments }: StatementRecords, timeZone: string): Row[] {
  const { currency, open_deposit: deposit } = deal;
  const { paid } = getDealTotals(deal);
  return [
    ...instalments.map(({ id, label, due_on, status, amount }): Row => {
      return { type: 'instalment', id, description: label, due_on, status, amount, currency };
    }),
    ...invoices.map((invoice): Row => {
      const { id, number, issued_at, due_on, status, amount } = invoice;
      const amounts = { amount, paid: getPaidAmount(invoice), balance: getBalance(invoice), currency };
      return {
        type: 'invoice',
        id,
        description: number,
        day: toLocalDay(issued_at, timeZone),
        due_on: due_on ?? null,
        status,
        ...amounts,
      };
    }),
    ...payments.map(({ id, invoice_id, paid_on, reversed_at, amount, method, reference }): Row => {
      const status = reversed_at ? 'taken_back' : 'received';
      return {
        type: 'payment',
        id,
        description: invoice_id,
        day: paid_on,
        status,
        amount,
        currency,
        method,
        reference,
      };
    }),
    ...(deposit ? [toDepositRow(deal, deposit)] : []),
    {
      type: 'balance',
      id: deal.id,
      day: toLocalDay(deal.closed_at, timeZone),
      status: deal.status,
      amount: deal.value,
      paid,
      balance: getDealBalance(deal),
      currency,
    },
  ];
}

/**
 * Formats the statement of a deal as CSV (RFC 4180). The CSV has a row for each record, and a row for the balance of
 * the deal.
 */
export function formatStatement(records: StatementRecords, timeZone: string): string {
  const rows = listRows(records, timeZone).map((row) => columns.map((column) => formatCell(row[column])));
  // Some readers would end the record at any line break within a cell.
  return stringify([[...columns], ...rows], { record_delimiter: 'windows', quoted_match: /[\r\n]/ });
}
