import { conflict } from '@plotline/kit/core/errors';
import { deriveId } from '@plotline/kit/core/ids';
import type { Signer } from '../../templates/model/signature-page.js';
import type { EnvelopeStatus } from '../../vendors/model/signature-port.js';
import type { VendorFailureCode } from '../../vendors/model/vendor-failure.js';
import type { Subject } from '../../vendors/model/vendor-request.js';

/** Status of a document. It only moves forward, from left to right. The last three are final. */
export type DocumentStatus = EnvelopeStatus;

/** Work at the vendor that is not done yet. */
export type DocumentTask = 'send' | 'void' | 'file';

/** Ids of a document's files in transfer. */
export interface DocumentFiles {
  readonly original: string;
  readonly signed: string | null;
  /** The vendor's record of who signed and when. */
  readonly audit: string | null;
}

/** Last failure of work at the vendor. */
export interface DocumentError {
  readonly at: Date;
  readonly code: VendorFailureCode;
  readonly message: string;
}

/** Document of a deal or a hold, signed on paper or through a vendor. */
export interface SaleDocument {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly status: DocumentStatus;
  readonly subject_type: 'deal' | 'hold';
  readonly subject_id: string;
  readonly lead_id: string;
  readonly template_id: string;
  readonly signers: readonly Signer[];
  readonly files: DocumentFiles;
  /** Number of pages of the original. The signatures go on the last page. */
  readonly pages: number;
  /** Connection that the document was sent with. Null until it is sent. */
  readonly connection_id: string | null;
  /** The vendor's id of the document; null until the vendor has it. */
  readonly envelope_id: string | null;
  /** Message in the email to the signers. */
  readonly message: string | null;
  readonly pending: DocumentTask | null;
  readonly last_error: DocumentError | null;
  /** Reason why the document was declined or voided. */
  readonly reason: string | null;
  readonly sent_at: Date | null;
  readonly viewed_at: Date | null;
  readonly signed_at: Date | null;
  readonly declined_at: Date | null;
  readonly voided_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export type NewDocument = Pick<
  SaleDocument,
  'id' | 'name' | 'subject_type' | 'subject_id' | 'lead_id' | 'template_id' | 'signers' | 'pages'
> & { readonly original: string };

export function createDocument({ original, ...parts }: NewDocument, now: Date): SaleDocument {
  return {
    ...parts,
    version: 1,
    status: 'draft',
    files: { original, signed: null, audit: null },
    connection_id: null,
    envelope_id: null,
    message: null,
    pending: null,
    last_error: null,
    reason: null,
    sent_at: null,
    viewed_at: null,
    signed_at: null,
    declined_at: null,
    voided_at: null,
    created_at: now,
    updated_at: now,
  };
}

const ranks: Readonly<Record<DocumentStatus, number>> = {
  draft: 0,
  sent: 1,
  viewed: 2,
  signed: 3,
  declined: 3,
  voided: 3,
};

export function isFinal({ status }: Pick<SaleDocument, 'status'>): boolean {
  return ranks[status] === ranks.signed;
}

/** Returns the document with a later status. Returns the same object if its status is the same or later already. */
export function advance(
  document: SaleDocument,
  { status, reason = null }: { readonly status: DocumentStatus; readonly reason?: string | null },
  now: Date,
): SaleDocument {
  if (ranks[status] <= ranks[document.status]) return document;
  const wasSent = status !== 'voided' && document.connection_id !== null && document.sent_at === null;
  return {
    ...document,
    status,
    reason: status === 'declined' || status === 'voided' ? reason : null,
    ...(wasSent && { sent_at: now }),
    ...(status !== 'draft' && { [`${status}_at`]: now }),
    updated_at: now,
  };
}

/** Throws CONFLICT if people can't change a document in this status. */
export function assertStatus({ status, pending }: SaleDocument, allowed: readonly DocumentStatus[]): void {
  if (!allowed.includes(status)) {
    throw conflict(`The document is ${status}, so this is not possible.`, 'document_status', { status });
  }
  if (pending === null) return;
  const doing = { send: 'being sent', void: 'being voided', file: 'being filed' }[pending];
  throw conflict(`The document is ${doing}. Wait until that is done.`, 'document_pending', { task: pending });
}

/** Returns the ids of the files that the vendor returns. The ids are always the same for one document. */
export function getReturnedFiles({ id, created_at }: Pick<SaleDocument, 'id' | 'created_at'>) {
  return {
    signed: deriveId('file', id, new Date(created_at.getTime() + 1)),
    audit: deriveId('file', id, new Date(created_at.getTime() + 2)),
  };
}

export function toSubject({ id }: Pick<SaleDocument, 'id'>): Subject {
  return { type: 'document', id };
}
