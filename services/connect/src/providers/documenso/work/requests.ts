import { isJsonObject } from '@plotline/kit/core/json-object';
import type { ProviderValues } from '../../../vendors/model/field-values.js';
import type {
  Envelope,
  EnvelopeReference,
  FieldBox,
  SignaturePort,
  SignatureRequest,
} from '../../../vendors/model/signature-port.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { SendToVendor, VendorRequest } from '../../../vendors/model/vendor-request.js';
import { cloudUrl } from '../model/dialect.js';
import { findByExternalId, readEnvelope } from '../model/envelopes.js';

const unreadable = () =>
  new VendorFailure('answer_unreadable', 'Documenso sent an envelope without an id or a status.');

/** Builds a request to the API that a connection uses. */
export function toRequest(
  { settings, credentials }: ProviderValues,
  path: string,
  parts: Pick<VendorRequest, 'purpose' | 'subject'> & Partial<VendorRequest>,
): VendorRequest {
  const base = new URL(settings['url'] ?? cloudUrl).origin;
  return {
    method: 'GET',
    body: null,
    excerpt: null,
    ...parts,
    url: `${base}/api/v2${path}`,
    headers: { authorization: credentials['api_token'] ?? '', ...parts.headers },
  };
}

const json = (value: object) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

/** Positions and sizes are percentages of the page. */
function toField(type: 'SIGNATURE' | 'DATE', box: FieldBox, { page, pageSize }: SignatureRequest) {
  const percent = (value: number, of: number) => Math.round((value / of) * 10_000) / 100;
  return {
    type,
    identifier: 0,
    page,
    positionX: percent(box.x, pageSize.width),
    positionY: percent(box.y, pageSize.height),
    width: percent(box.width, pageSize.width),
    height: percent(box.height, pageSize.height),
  };
}

function toPayload(request: SignatureRequest) {
  const { documentId, title, message, signers } = request;
  return {
    title,
    type: 'DOCUMENT',
    externalId: documentId,
    recipients: signers.map(({ name, email, signature, date }) => ({
      name,
      email,
      role: 'SIGNER',
      fields: [toField('SIGNATURE', signature, request), toField('DATE', date, request)],
    })),
    meta: { distributionMethod: 'EMAIL', ...(message !== null && { message }) },
  };
}

const find: SignaturePort['find'] = async (send, values, { id, subject }) => {
  const query = new URLSearchParams({ query: id, type: 'DOCUMENT', perPage: '10' });
  const answer = await send(toRequest(values, `/envelope?${query}`, { purpose: 'find document', subject }));
  return findByExternalId(answer.body, id);
};

const create: SignaturePort['create'] = async (send, values, request): Promise<Envelope> => {
  const form = new FormData();
  form.set('payload', JSON.stringify(toPayload(request)));
  const file = new Blob([new Uint8Array(request.content)], { type: 'application/pdf' });
  form.set('files', file, `${request.documentId}.pdf`);
  // `fetch` encodes the form and chooses its boundary.
  const encoded = new Response(form);
  const answer = await send(
    toRequest(values, '/envelope/create', {
      purpose: 'create document',
      method: 'POST',
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      body: Buffer.from(await encoded.arrayBuffer()),
      excerpt: JSON.stringify({ externalId: request.documentId, signers: request.signers.length }),
      subject: request.subject,
    }),
  );
  const id = isJsonObject(answer.body) ? answer.body['id'] : null;
  if (typeof id !== 'string') throw unreadable();
  return { id, status: 'draft', reason: null };
};

const distribute: SignaturePort['distribute'] = async (send, values, { id, subject }) => {
  const body = json({ envelopeId: id });
  await send(
    toRequest(values, '/envelope/distribute', { purpose: 'send document', ...body, excerpt: body.body, subject }),
  );
};

async function getEnvelope(send: SendToVendor, values: ProviderValues, { id, subject }: EnvelopeReference) {
  return send(toRequest(values, `/envelope/${encodeURIComponent(id)}`, { purpose: 'read document', subject }));
}

const read: SignaturePort['read'] = async (send, values, reference) => {
  const envelope = readEnvelope((await getEnvelope(send, values, reference)).body);
  if (!envelope) throw unreadable();
  return envelope;
};

const voidEnvelope: SignaturePort['void'] = async (send, values, { id, subject }, reason) => {
  const parts = { purpose: 'void document', subject, excerpt: JSON.stringify({ envelopeId: id }) };
  await send(toRequest(values, '/envelope/cancel', { ...parts, ...json({ envelopeId: id, reason }) }));
};

/** Returns the id of the envelope's file. Our envelopes have only one file. */
function readFirstItem(envelope: unknown): string {
  const items: unknown = isJsonObject(envelope) ? envelope['envelopeItems'] : null;
  const [first]: unknown[] = Array.isArray(items) ? items : [];
  if (isJsonObject(first) && typeof first['id'] === 'string') return first['id'];
  throw new VendorFailure('answer_unreadable', 'Documenso sent an envelope without a file.');
}

const download: SignaturePort['download'] = async (send, values, reference) => {
  const { id, subject } = reference;
  const itemId = readFirstItem((await getEnvelope(send, values, reference)).body);
  const load = async (path: string, purpose: string): Promise<Buffer> => {
    const { body } = await send(toRequest(values, path, { purpose, subject, expects: 'pdf' }));
    if (!Buffer.isBuffer(body)) throw new VendorFailure('answer_unreadable', 'Documenso sent no PDF.');
    return body;
  };
  const signed = await load(
    `/envelope/item/${encodeURIComponent(itemId)}/download?version=signed`,
    'load signed document',
  );
  const audit = await load(`/envelope/${encodeURIComponent(id)}/audit-log/download`, 'load audit page');
  return { signed, audit };
};

/** Requests to Documenso's API for envelopes (app.documenso.com/api/v2/openapi.json). */
export const requests = { find, create, distribute, read, void: voidEnvelope, download } as const;
