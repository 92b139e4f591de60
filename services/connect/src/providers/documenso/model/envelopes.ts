import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { Envelope, EnvelopeStatus, SignatureReport } from '../../../vendors/model/signature-port.js';

function readText(object: JsonObject, field: string): string | null {
  const value = object[field];
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : null;
}

function readRecipients({ recipients }: JsonObject): readonly JsonObject[] {
  return Array.isArray(recipients) ? recipients.filter(isJsonObject) : [];
}

/**
 * Maps the state of an envelope (enum DocumentStatus). A pending envelope counts as viewed if a recipient has opened
 * it.
 */
function toStatus(envelope: JsonObject): EnvelopeStatus | null {
  switch (envelope['status']) {
    case 'DRAFT':
      return 'draft';
    case 'PENDING':
      return readRecipients(envelope).some(({ readStatus }) => readStatus === 'OPENED') ? 'viewed' : 'sent';
    case 'COMPLETED':
      return 'signed';
    case 'REJECTED':
      return 'declined';
    case 'CANCELLED':
      return 'voided';
    default:
      return null;
  }
}

function findReason(envelope: JsonObject): string | null {
  const [reason = null] = readRecipients(envelope).flatMap((one) => readText(one, 'rejectionReason') ?? []);
  return reason;
}

/**
 * Reads an envelope. Its id is in `id` in responses and in `envelopeId` in events. Returns null if the value isn't an
 * envelope.
 */
export function readEnvelope(value: unknown, idField: 'id' | 'envelopeId' = 'id'): Envelope | null {
  if (!isJsonObject(value)) return null;
  const [id, status] = [readText(value, idField), toStatus(value)];
  return id === null || status === null ? null : { id, status, reason: findReason(value) };
}

/** Finds the envelope of a document in a list. The vendor's search also matches other texts that contain the id. */
export function findByExternalId(list: unknown, externalId: string): Envelope | null {
  const found: unknown = isJsonObject(list) ? list['data'] : null;
  const own = Array.isArray(found) ? found.find((one) => isJsonObject(one) && one['externalId'] === externalId) : null;
  return readEnvelope(own);
}

/** Events about the whole envelope (enum WebhookTriggerEvents). */
const statusEvents: ReadonlySet<unknown> = new Set([
  'DOCUMENT_SENT',
  'DOCUMENT_OPENED',
  'DOCUMENT_COMPLETED',
  'DOCUMENT_REJECTED',
  'DOCUMENT_CANCELLED',
]);

/** Reads the body of a webhook (docs.documenso.com/developers/webhooks). */
export function readReport(body: unknown): SignatureReport {
  if (!isJsonObject(body) || !statusEvents.has(body['event']) || !isJsonObject(body['payload'])) {
    return { kind: 'other' };
  }
  const envelope = readEnvelope(body['payload'], 'envelopeId');
  if (!envelope) return { kind: 'other' };
  const externalId = readText(body['payload'], 'externalId');
  return { kind: 'envelope', documentId: externalId?.startsWith('doc_') ? externalId : null, envelope };
}
