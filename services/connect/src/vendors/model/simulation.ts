import type { Mode } from '@plotline/kit/core/caller';
import type { FieldValues } from './field-values.js';

/** Request to a hook, with the signature that the vendor would create. */
export interface SimulatedEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Secrets and time that a fake signs with. Without a signing secret, the hook refuses the event. */
export interface SigningContext {
  readonly credentials: FieldValues;
  readonly now: Date;
}

/** Payment of a link at a fake vendor. */
export interface SimulatedPayment {
  readonly linkId: string;
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly mode: Mode;
}

export type PaymentOutcome = 'paid' | 'failed' | 'refunded';

/** Signs a payment event as the vendor does. Each outcome of a link has one event id, so a repeat is recognized. */
export type SimulatePayment = (
  payment: SimulatedPayment,
  outcome: PaymentOutcome,
  signing: SigningContext,
) => SimulatedEvent;

/** Document at a fake vendor. */
export interface SimulatedEnvelope {
  /** The vendor's id. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly signers: readonly { readonly name: string; readonly email: string }[];
}

export type SignatureOutcome = 'viewed' | 'signed' | 'declined';

/** Reason that is reported when a signer declines at a fake vendor. */
export const simulatedReason = 'Declined in the simulator';

/** Signs a document event as the vendor does. */
export type SimulateSignature = (
  envelope: SimulatedEnvelope,
  outcome: SignatureOutcome,
  signing: SigningContext,
) => SimulatedEvent;
