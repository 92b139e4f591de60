export const paymentMethods = ['bank_transfer', 'card', 'cash', 'cheque', 'other'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** Money received for an invoice. */
export interface Payment {
  readonly id: string;
  readonly version: number;
  readonly invoice_id: string;
  /** Not public. */
  readonly deal_id: string;
  readonly amount: number;
  readonly currency: string;
  /** Day (`YYYY-MM-DD`) on which the money was received. */
  readonly paid_on: string;
  readonly method: PaymentMethod;
  readonly reference: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** When the payment was reversed. Null while it is valid. */
  readonly reversed_at: Date | null;
}
