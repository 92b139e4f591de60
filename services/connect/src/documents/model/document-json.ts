import type { SaleDocument } from './document.js';

/** Renders a document for the public API and for the `data` of its events. */
export function toDocumentJson(document: SaleDocument) {
  const { id, name, status, subject_type, subject_id, lead_id, template_id, signers, files, pages } = document;
  const { connection_id, pending, last_error, reason, created_at, updated_at } = document;
  const { sent_at, viewed_at, signed_at, declined_at, voided_at } = document;
  return {
    id,
    name,
    status,
    deal_id: subject_type === 'deal' ? subject_id : null,
    hold_id: subject_type === 'hold' ? subject_id : null,
    lead_id,
    template_id,
    signers: signers.map(({ name: signer, email }) => ({ name: signer, email })),
    pages,
    files: { original: files.original, signed: files.signed, audit: files.audit },
    connection_id,
    pending,
    last_error: last_error && { at: last_error.at, code: last_error.code, message: last_error.message },
    reason,
    sent_at,
    viewed_at,
    signed_at,
    declined_at,
    voided_at,
    created_at,
    updated_at,
  };
}

/**
 * Returns the events of a change. A document that skips `sent` because it was viewed first also gets the `sent` event.
 */
export function toDocumentEvents(before: SaleDocument, after: SaleDocument) {
  const data = toDocumentJson(after);
  const happened = [
    ...(after.sent_at !== null && before.sent_at === null ? ['document.sent'] : []),
    ...(after.status === 'signed' && before.status !== 'signed' ? ['document.signed'] : []),
    ...(after.status === 'declined' && before.status !== 'declined' ? ['document.declined'] : []),
  ];
  return happened.map((name) => ({ name, data, version: before.version + 1 }));
}
