import type { Proposal, StatementLine } from './statement-line.js';

/** Invoice that is not fully paid. */
interface Candidate {
  readonly id: string;
  readonly number: string;
  readonly balance: number;
  readonly currency: string;
}

/** Invoice, with its number in the form that is searched. */
interface Searched extends Candidate {
  readonly simpleNumber: string;
}

type Received = Pick<StatementLine, 'amount' | 'currency' | 'text'>;

/** Keeps only letters and digits, because banks drop hyphens and put spaces anywhere. */
function simplify(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

function propose({ id, number }: Candidate, reason: Proposal['reason']): Proposal {
  return { invoice_id: id, invoice_number: number, reason };
}

/**
 * Proposes the invoice that a line pays. Null if no invoice fits, or if several fit equally well. The number in the
 * text counts more than the amount. An invoice whose balance is less than the amount is never proposed.
 */
function matchInvoice({ amount, currency, text }: Received, invoices: readonly Searched[]): Proposal | null {
  const payable = invoices.filter((invoice) => invoice.currency === currency && invoice.balance >= amount);
  const simple = simplify(text);
  const named = payable.filter(({ simpleNumber }) => simple.includes(simpleNumber));
  // Only the longest number counts, because INV-1 is also part of INV-12.
  const maxLength = Math.max(0, ...named.map(({ number }) => number.length));
  const [first, ...others] = named.filter(({ number }) => number.length === maxLength);
  if (first && others.length === 0)
    return propose(first, first.balance === amount ? 'reference_and_amount' : 'reference');
  const equal = payable.filter(({ balance }) => balance === amount);
  const [only, ...further] = equal;
  return only && further.length === 0 && named.length === 0 ? propose(only, 'amount') : null;
}

/** Prepares invoices for matching. Simplifies their numbers once, because a statement has thousands of lines. */
export function createMatchInvoice(invoices: readonly Candidate[]): (line: Received) => Proposal | null {
  const searched = invoices.map((invoice) => ({ ...invoice, simpleNumber: simplify(invoice.number) }));
  return (line) => matchInvoice(line, searched);
}
