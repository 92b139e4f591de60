/** `proposed`: an invoice fits. `unmatched`: no invoice fits. A person confirms or dismisses lines in both states. */
export const lineStatuses = ['proposed', 'unmatched', 'confirmed', 'dismissed'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/**
 * Reason why an invoice is proposed. `reference`: the text contains the invoice's number, and the amount is less than
 * its balance.
 */
export type MatchReason = 'reference_and_amount' | 'reference' | 'amount';

/** Invoice that a line may pay. */
export interface Proposal {
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly reason: MatchReason;
}

/** Amount received, according to a bank statement. */
export interface StatementLine {
  readonly id: string;
  readonly version: number;
  /** Identifies the same line in a different statement. */
  readonly key: string;
  /** Day (`YYYY-MM-DD`). */
  readonly date: string;
  readonly amount: number;
  readonly currency: string;
  readonly text: string;
  readonly status: LineStatus;
  readonly proposal: Proposal | null;
  /** Id that the payment will have, so that it is recorded once. */
  readonly payment_id: string;
  /** Invoice that the line has paid. Null until the line is confirmed. */
  readonly invoice_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Renders a line for the public API. The payment is shown once it is recorded. */
export function toLineJson(line: StatementLine) {
  const { id, date, amount, currency, text, status, proposal, payment_id, invoice_id, created_at, updated_at } = line;
  return {
    ...{ id, date, amount, currency, text, status, invoice_id },
    proposal: proposal && {
      invoice_id: proposal.invoice_id,
      invoice_number: proposal.invoice_number,
      reason: proposal.reason,
    },
    payment_id: status === 'confirmed' ? payment_id : null,
    created_at,
    updated_at,
  };
}
