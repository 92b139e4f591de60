import type { Mode } from '@plotline/kit/core/caller';
import type { FieldValues } from './field-values.js';

/** A request to a hook, with the signature of its vendor. */
export interface SimulatedEvent {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Secrets and time with which a fake signs. Without a signing secret, the hook refuses the event. */
export interface SigningContext {
  readonly credentials: FieldValues;
  readonly now: Date;
}

/** Payment of a link at a fake. */
export interface SimulatedPayment {
  readonly linkId: string;
  readonly amountMinor: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly mode: Mode;
}

export type PaymentOutcome = 'paid' | 'failed' | 'refunded';

/**
 * Signs the event about a payment as the vendor does. Each outcome of a link has one event id, so that a repeat is
 * known.
 */
export type SimulatePayment = (
  payment: SimulatedPayment,
  outcome: PaymentOutcome,
  signing: SigningContext,
) => SimulatedEvent;

/** Document at a fake. */
export interface SimulatedEnvelope {
  /** The vendor's id. */
  readonly id: string;
  readonly documentId: string;
  readonly title: string;
  readonly signers: readonly { readonly name: string; readonly email: string }[];
}

export type SignatureOutcome = 'viewed' | 'signed' | 'declined';

/** Reason of the signer who declines at a fake. */
export const simulatedReason = 'Declined in the simulator';

/** Signs the event about a document as the vendor does. */
export type SimulateSignature = (
  envelope: SimulatedEnvelope,
  outcome: SignatureOutcome,
  signing: SigningContext,
) => SimulatedEvent;
