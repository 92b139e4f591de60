import { formatAmount } from '@plotline/kit/core/format-amount';
import { toLocalDay } from '@plotline/kit/core/time-zone';
import type { Fact, Paper, PaperTable } from '../../documents/model/paper.js';
import { type Deal, getBalance, getDealTotals, getPaidAmount, type Invoice } from './deal.js';
import type { Instalment } from './instalment.js';
import type { Payment } from './payment.js';
import { dealWords, instalmentWords, methodWords, toInvoiceWord } from './sale-words.js';
import { getDealBalance, type SaleNames, type StatementRecords } from './statement.js';

/** Workspace that issues a document, and its current day. */
export interface Issuer {
  readonly name: string;
  readonly timeZone: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
}

const none = '—';

function describeRecipient({ lead_name, lead_email }: SaleNames): string[] {
  if (lead_name === null) return ['The buyer’s data was erased.'];
  return lead_email === null ? [lead_name] : [lead_name, lead_email];
}

function describeListing({ property_name, unit_name }: SaleNames): Fact[] {
  return [
    { label: 'Property', value: property_name ?? none },
    ...(unit_name === null ? [] : [{ label: 'Unit', value: unit_name }]),
  ];
}

function tabulatePayments(payments: readonly Payment[]): PaperTable {
  return {
    title: 'Payments',
    columns: [
      { label: 'Received on' },
      { label: 'Method' },
      { label: 'Reference' },
      { label: 'Amount', isAmount: true },
    ],
    rows: payments.map(({ paid_on, method, reference, amount, currency, reversed_at }) => [
      paid_on,
      methodWords[method],
      `${reference ?? none}${reversed_at ? ' (reversed)' : ''}`,
      formatAmount(amount, currency),
    ]),
    empty: 'No payments yet.',
  };
}

function toTotals(amounts: Readonly<Record<string, number>>, currency: string): Fact[] {
  return Object.entries(amounts).map(([label, amount]) => ({ label, value: formatAmount(amount, currency) }));
}

/** An invoice with its related records. */
export interface InvoiceRecords {
  readonly invoice: Invoice;
  readonly deal: Deal;
  /** Null if the invoice is for the whole deal. */
  readonly instalment: Instalment | null;
  /** Payments that weren't reversed, oldest first. */
  readonly payments: readonly Payment[];
}

function describeRemark({ status, balance }: { readonly status: Invoice['status']; readonly balance: number }) {
  if (status === 'void') return 'This invoice is void, because its deal was cancelled. Nothing is to be paid.';
  return balance === 0 ? 'This invoice is paid.' : null;
}

/** Creates the printable document of an invoice. */
export function createInvoicePaper(
  { invoice, deal, instalment, payments }: InvoiceRecords,
  names: SaleNames,
  { name, timeZone, today }: Issuer,
): Paper {
  const { currency, amount } = invoice;
  const balance = getBalance(invoice);
  const subject = instalment ? `${instalment.label} (${instalment.percent}%)` : 'Purchase price';
  return {
    title: `Invoice ${invoice.number}`,
    sender: name,
    recipient: describeRecipient(names),
    facts: [
      { label: 'Invoice number', value: invoice.number },
      { label: 'Issued on', value: toLocalDay(invoice.issued_at, timeZone) },
      { label: 'Due on', value: invoice.due_on ?? 'On receipt' },
      { label: 'Status', value: toInvoiceWord(invoice, today) },
      ...describeListing(names),
      { label: 'Deal value', value: formatAmount(deal.value, currency) },
    ],
    tables: [
      {
        title: 'Items',
        columns: [{ label: 'Description' }, { label: 'Amount', isAmount: true }],
        rows: [[subject, formatAmount(amount, currency)]],
        empty: '',
      },
      tabulatePayments(payments),
    ],
    totals: toTotals({ Total: amount, Paid: getPaidAmount(invoice), Balance: balance }, currency),
    remark: describeRemark({ status: invoice.status, balance }),
    asOf: today,
  };
}

function tabulateInstalments(instalments: readonly Instalment[]): PaperTable {
  return {
    title: 'Instalments',
    columns: [
      { label: 'Instalment' },
      { label: 'Share' },
      { label: 'Due on' },
      { label: 'Status' },
      { label: 'Amount', isAmount: true },
    ],
    rows: instalments.map(({ label, percent, due, due_on, status, amount, currency }) => [
      label,
      `${percent}%`,
      due_on ?? (due.on === 'milestone' ? `After ${due.milestone}` : 'At completion'),
      instalmentWords[status],
      formatAmount(amount, currency),
    ]),
    empty: 'The deal has no payment plan.',
  };
}

function tabulateInvoices(invoices: readonly Invoice[], { timeZone, today }: Issuer): PaperTable {
  return {
    title: 'Invoices',
    columns: [
      { label: 'Invoice' },
      { label: 'Issued on' },
      { label: 'Due on' },
      { label: 'Status' },
      { label: 'Amount', isAmount: true },
      { label: 'Balance', isAmount: true },
    ],
    rows: invoices.map((invoice) => [
      invoice.number,
      toLocalDay(invoice.issued_at, timeZone),
      invoice.due_on ?? 'On receipt',
      toInvoiceWord(invoice, today),
      formatAmount(invoice.amount, invoice.currency),
      formatAmount(getBalance(invoice), invoice.currency),
    ]),
    empty: 'No invoices yet.',
  };
}

/** Creates the printable document of a deal's statement. */
export function createStatementPaper(records: StatementRecords, names: SaleNames, issuer: Issuer): Paper {
  const { deal, instalments, invoices, payments } = records;
  const { invoiced, paid } = getDealTotals(deal);
  const deposit = deal.open_deposit ? { 'Deposit for the next invoice': deal.open_deposit.amount } : {};
  const amounts = {
    'Deal value': deal.value,
    Invoiced: invoiced,
    Paid: paid,
    Balance: getDealBalance(deal),
    ...deposit,
  };
  return {
    title: 'Statement',
    sender: issuer.name,
    recipient: describeRecipient(names),
    facts: [
      { label: 'Deal', value: deal.id },
      { label: 'Closed on', value: toLocalDay(deal.closed_at, issuer.timeZone) },
      { label: 'Status', value: dealWords[deal.status] },
      ...describeListing(names),
    ],
    tables: [tabulateInstalments(instalments), tabulateInvoices(invoices, issuer), tabulatePayments(payments)],
    totals: toTotals(amounts, deal.currency),
    remark: deal.status === 'cancelled' ? 'This deal was cancelled. Nothing is to be paid.' : null,
    asOf: issuer.today,
  };
}
