import type { Context } from '../../context.js';
import type { HookOutcome, ProcessHookEvent } from '../../hooks/model/hook-event.js';
import type { SignaturePort } from '../../vendors/model/signature-port.js';
import { type SaleDocument, toSubject } from '../model/document.js';
import { createDocumentCaller, followEnvelope } from './change-in-background.js';

const ignored: HookOutcome = { kind: 'ignored' };

const flag = (document: SaleDocument, message: string): HookOutcome => ({
  kind: 'flagged',
  purpose: 'follow document',
  subject: toSubject(document),
  code: 'record_missing',
  message,
});

/** Creates the processor for events of an e-signature provider. Events may repeat and may come in any order. */
export function createFollowReports(
  context: Pick<Context, 'documents'>,
  { readReport }: Pick<SignaturePort, 'readReport'>,
): ProcessHookEvent {
  const { documents } = context;
  return async (tenant, connection, event, body) => {
    const report = readReport(body);
    if (report.kind === 'other') return ignored;
    const { documentId, envelope } = report;
    const document =
      (documentId === null ? null : await documents.get(tenant, documentId)) ??
      (await documents.findByEnvelope(tenant, connection.id, envelope.id));
    // The account is also used for documents that aren't from Plotline.
    if (document?.connection_id !== connection.id) return ignored;
    if (document.envelope_id !== null && document.envelope_id !== envelope.id) {
      return flag(document, 'The event names the document, but is about another envelope.');
    }
    await followEnvelope(context, createDocumentCaller(tenant, event.id), document.id, envelope);
    return { kind: 'processed', purpose: `document ${envelope.status}`, subject: toSubject(document) };
  };
}
