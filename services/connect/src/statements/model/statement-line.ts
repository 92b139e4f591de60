/** `proposed`: an invoice fits. `unmatched`: none does. A person confirms or dismisses both. */
export const lineStatuses = ['proposed', 'unmatched', 'confirmed', 'dismissed'] as const;
export type LineStatus = (typeof lineStatuses)[number];

/** Why an invoice is proposed. `reference`: its number is in the text, and the amount is a part of its balance. */
export type MatchReason = 'reference_and_amount' | 'reference' | 'amount';

/** Invoice that a line may pay. */
export interface Proposal {
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly reason: MatchReason;
}

/** Money received, as reported by a bank's statement. */
export interface StatementLine {
  readonly id: string;
  readonly version: number;
  /** Recognizes the line in another statement. */
  readonly key: string;
  /** Day (`YYYY-MM-DD`). */
  readonly date: string;
  readonly amount: number;
  readonly currency: string;
  readonly text: string;
  readonly status: LineStatus;
  readonly proposal: Proposal | null;
  /** Id of the payment that it becomes, so that it is recorded once. */
  readonly payment_id: string;
  /** Invoice that it has paid; null until it is confirmed. */
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
