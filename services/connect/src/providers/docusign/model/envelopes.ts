import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type {
  Envelope,
  EnvelopeStatus,
  SignatureReport,
  SignatureRequest,
} from '../../../vendors/model/signature-port.js';

/** Name of the custom field that contains our document's id. */
export const documentField = 'plotline_document';

/** Maximum length of a subject at DocuSign, in characters. */
const maxSubjectLength = 100;

const statuses: Readonly<Record<string, EnvelopeStatus>> = {
  created: 'draft',
  sent: 'sent',
  delivered: 'viewed',
  // All signers have signed, but the envelope is not completed yet.
  signed: 'viewed',
  completed: 'signed',
  declined: 'declined',
  voided: 'voided',
};

function readText(object: JsonObject, field: string): string | null {
  const value = object[field];
  return typeof value === 'string' && value !== '' ? value.slice(0, 500) : null;
}

/** Reads an envelope from a response. Returns null if the value isn't an envelope. */
export function readEnvelope(value: unknown): Envelope | null {
  if (!isJsonObject(value)) return null;
  const [id, word] = [readText(value, 'envelopeId'), readText(value, 'status')?.toLowerCase() ?? ''];
  const status = Object.hasOwn(statuses, word) ? statuses[word] : undefined;
  if (id === null || status === undefined) return null;
  return { id, status, reason: readText(value, 'voidedReason') ?? readText(value, 'declinedReason') };
}

/** Reads the first envelope of the named list. Returns null if the list is empty or missing. */
export function readFirst(answer: unknown, list: 'envelopeTransactionStatuses' | 'envelopes'): Envelope | null {
  const found: unknown = isJsonObject(answer) ? answer[list] : null;
  const [first = null] = Array.isArray(found) ? found.flatMap((one) => readEnvelope(one) ?? []) : [];
  return first;
}

/**
 * Builds the body that creates an envelope and sends it immediately. Positions are in points from the upper left
 * corner.
 */
export function toDefinition(request: SignatureRequest) {
  const { documentId, title, message, content, page, signers } = request;
  const place = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    documentId: '1',
    pageNumber: String(page),
    xPosition: String(Math.round(x)),
    yPosition: String(Math.round(y)),
  });
  return {
    status: 'sent',
    emailSubject: title.slice(0, maxSubjectLength),
    ...(message !== null && { emailBlurb: message }),
    transactionId: documentId,
    documents: [{ documentId: '1', name: title, fileExtension: 'pdf', documentBase64: content.toString('base64') }],
    recipients: {
      signers: signers.map(({ name, email, signature, date }, index) => ({
        recipientId: String(index + 1),
        routingOrder: '1',
        name,
        email,
        tabs: { signHereTabs: [place(signature)], dateSignedTabs: [place(date)] },
      })),
    },
    customFields: { textCustomFields: [{ name: documentField, value: documentId, show: 'false', required: 'false' }] },
  };
}

/** Events about whole envelopes (developers.docusign.com/platform/webhooks/connect/json-sim-event-model). */
const statusEvents: Readonly<Record<string, EnvelopeStatus>> = {
  'envelope-sent': 'sent',
  'envelope-delivered': 'viewed',
  'envelope-completed': 'signed',
  'envelope-declined': 'declined',
  'envelope-voided': 'voided',
};

function findDocumentId(summary: JsonObject): string | null {
  const { customFields } = summary;
  const texts: unknown = isJsonObject(customFields) ? customFields['textCustomFields'] : null;
  const own = Array.isArray(texts) ? texts.find((one) => isJsonObject(one) && one['name'] === documentField) : null;
  return isJsonObject(own) ? readText(own, 'value') : null;
}

/** Reads an event of DocuSign Connect. Returns `other` for any event that isn't about a whole envelope. */
export function readReport(body: unknown): SignatureReport {
  if (!isJsonObject(body) || !isJsonObject(body['data'])) return { kind: 'other' };
  const event = readText(body, 'event') ?? '';
  const status = Object.hasOwn(statusEvents, event) ? statusEvents[event] : undefined;
  const id = readText(body['data'], 'envelopeId');
  if (status === undefined || id === null) return { kind: 'other' };
  const summary = isJsonObject(body['data']['envelopeSummary']) ? body['data']['envelopeSummary'] : {};
  const reason = readText(summary, 'voidedReason') ?? readText(summary, 'declinedReason');
  return { kind: 'envelope', documentId: findDocumentId(summary), envelope: { id, status, reason } };
}
