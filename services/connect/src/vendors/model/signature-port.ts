import type { ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** Rectangle on a page in points from its upper left corner. */
export interface FieldBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Person who is asked to sign, and where. */
export interface SignatureField {
  readonly name: string;
  readonly email: string;
  readonly signature: FieldBox;
  readonly date: FieldBox;
}

/** A document to be signed. Its id is the vendor's external id, by which it is found again. */
export interface SignatureRequest {
  readonly documentId: string;
  readonly title: string;
  /** Text of the mail to the signers; null for the vendor's own. */
  readonly message: string | null;
  readonly content: Buffer;
  /** Number of the page with the signatures, from 1, and its size in points. */
  readonly page: number;
  readonly pageSize: { readonly width: number; readonly height: number };
  readonly signers: readonly SignatureField[];
  readonly subject: Subject;
}

/** State of an envelope, which is a document at the vendor. `draft`: its signers were not asked yet. */
export type EnvelopeStatus = 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'voided';

export interface Envelope {
  /** The vendor's id. */
  readonly id: string;
  readonly status: EnvelopeStatus;
  /** Reason why it was declined or voided; null if there is none. */
  readonly reason: string | null;
}

/** An envelope that a request is about. */
export interface EnvelopeReference {
  readonly id: string;
  readonly subject: Subject;
}

/** Files of a signed document. */
export interface SignedFiles {
  readonly signed: Buffer;
  /** Record of who signed when. */
  readonly audit: Buffer;
}

/** Content of an event of the vendor about an envelope. `other`: nothing of interest. */
export type SignatureReport =
  | { readonly kind: 'other' }
  | {
      readonly kind: 'envelope';
      /** Id of our document; null when the event doesn't have it. */
      readonly documentId: string | null;
      readonly envelope: Envelope;
    };

/** Port of the providers of e-signature. All methods with `send` reject with a VendorFailure. */
export interface SignaturePort {
  /**
   * Finds the envelope of a document; null when it was never created. Shows whether a creation with an unknown outcome
   * succeeded.
   */
  find(
    send: SendToVendor,
    values: ProviderValues,
    document: { readonly id: string; readonly startedAt: Date; readonly subject: Subject },
  ): Promise<Envelope | null>;
  /** Creates an envelope. The result is a draft at vendors that ask the signers in a second step. */
  create(send: SendToVendor, values: ProviderValues, request: SignatureRequest): Promise<Envelope>;
  /** Asks the signers of a draft. */
  distribute(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<void>;
  read(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<Envelope>;
  void(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference, reason: string): Promise<void>;
  download(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<SignedFiles>;
  readReport(event: unknown): SignatureReport;
}
