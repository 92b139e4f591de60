import type { ProviderValues } from './field-values.js';
import type { SendToVendor, Subject } from './vendor-request.js';

/** Rectangle on a page in points from its upper left corner. */
export interface FieldBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Person who signs, and where. */
export interface SignatureField {
  readonly name: string;
  readonly email: string;
  readonly signature: FieldBox;
  readonly date: FieldBox;
}

/** Document to be signed. Its id is stored as the vendor's external id, so that it can be found again. */
export interface SignatureRequest {
  readonly documentId: string;
  readonly title: string;
  /** Message in the email to the signers. Null for the vendor's own text. */
  readonly message: string | null;
  readonly content: Buffer;
  /** Number of the page for the signatures, starting at 1, and its size in points. */
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

/** Envelope that a request refers to. */
export interface EnvelopeReference {
  readonly id: string;
  readonly subject: Subject;
}

/** Files of a signed document. */
export interface SignedFiles {
  readonly signed: Buffer;
  /** The vendor's record of who signed and when. */
  readonly audit: Buffer;
}

/** Content of a vendor's event about an envelope. `other`: not relevant. */
export type SignatureReport =
  | { readonly kind: 'other' }
  | {
      readonly kind: 'envelope';
      /** Id of our document; null when the event doesn't have it. */
      readonly documentId: string | null;
      readonly envelope: Envelope;
    };

/** Port for e-signature providers. All methods with `send` reject with a VendorFailure. */
export interface SignaturePort {
  /**
   * Finds the envelope of a document. Null if it was never created. After a creation with an unknown outcome, this
   * shows whether it succeeded.
   */
  find(
    send: SendToVendor,
    values: ProviderValues,
    document: { readonly id: string; readonly startedAt: Date; readonly subject: Subject },
  ): Promise<Envelope | null>;
  /** Creates an envelope. If the vendor asks the signers in a second step, the new envelope is a draft. */
  create(send: SendToVendor, values: ProviderValues, request: SignatureRequest): Promise<Envelope>;
  /** Asks the signers of a draft to sign. */
  distribute(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<void>;
  read(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<Envelope>;
  void(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference, reason: string): Promise<void>;
  download(send: SendToVendor, values: ProviderValues, envelope: EnvelopeReference): Promise<SignedFiles>;
  readReport(event: unknown): SignatureReport;
}
