import type { ProviderValues } from '../../../vendors/model/field-values.js';
import type { Envelope, SignaturePort } from '../../../vendors/model/signature-port.js';
import { VendorFailure } from '../../../vendors/model/vendor-failure.js';
import type { SendToVendor, VendorAnswer, VendorRequest } from '../../../vendors/model/vendor-request.js';
import { documentField, readEnvelope, readFirst, toDefinition } from '../model/envelopes.js';
import { forgetAccess, getAccess } from './access.js';

type Parts = Pick<VendorRequest, 'purpose' | 'subject'> &
  Partial<Omit<VendorRequest, 'body'>> & { readonly json?: object };

/** Sends a request to the account of a connection. */
export async function sendToAccount(
  send: SendToVendor,
  values: ProviderValues,
  path: string,
  { json, ...parts }: Parts,
): Promise<VendorAnswer> {
  const { token, accountUrl } = await getAccess(send, values, parts.subject);
  const request: VendorRequest = {
    method: 'GET',
    excerpt: null,
    ...parts,
    url: `${accountUrl}${path}`,
    headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
    body: json ? JSON.stringify(json) : null,
  };
  return send(request).catch((error: unknown) => {
    if (error instanceof VendorFailure && error.code === 'credentials_refused') forgetAccess(values);
    throw error;
  });
}

const toPath = (id: string, rest = '') => `/envelopes/${encodeURIComponent(id)}${rest}`;

function requireEnvelope(envelope: Envelope | null): Envelope {
  if (envelope) return envelope;
  throw new VendorFailure('answer_unreadable', 'DocuSign sent an envelope without an id or a status.');
}

/**
 * Searches by the transaction id, which DocuSign keeps for seven days. If that finds nothing, searches by the custom
 * field.
 */
const find: SignaturePort['find'] = async (send, values, { id, startedAt, subject }) => {
  const byTransaction = new URLSearchParams({ transaction_ids: id });
  const recent = await sendToAccount(send, values, `/envelopes?${byTransaction}`, {
    purpose: 'find document',
    subject,
  });
  const found = readFirst(recent.body, 'envelopeTransactionStatuses') ?? readFirst(recent.body, 'envelopes');
  if (found) return found;
  const byField = new URLSearchParams({
    from_date: startedAt.toISOString(),
    custom_field: `${documentField}=${id}`,
    count: '1',
  });
  const all = await sendToAccount(send, values, `/envelopes?${byField}`, { purpose: 'find document', subject });
  return readFirst(all.body, 'envelopes');
};

const create: SignaturePort['create'] = async (send, values, request) => {
  const { documentId, signers, subject } = request;
  const answer = await sendToAccount(send, values, '/envelopes', {
    purpose: 'send document',
    method: 'POST',
    json: toDefinition(request),
    excerpt: JSON.stringify({ transactionId: documentId, signers: signers.length }),
    subject,
  });
  return requireEnvelope(readEnvelope(answer.body));
};

const distribute: SignaturePort['distribute'] = async (send, values, { id, subject }) => {
  const parts = { purpose: 'send document', method: 'PUT', json: { status: 'sent' }, subject } as const;
  await sendToAccount(send, values, toPath(id), parts);
};

const read: SignaturePort['read'] = async (send, values, { id, subject }) => {
  const answer = await sendToAccount(send, values, toPath(id), { purpose: 'read document', subject });
  return requireEnvelope(readEnvelope(answer.body));
};

const voidEnvelope: SignaturePort['void'] = async (send, values, { id, subject }, reason) => {
  const json = { status: 'voided', voidedReason: reason };
  await sendToAccount(send, values, toPath(id), { purpose: 'void document', method: 'PUT', json, subject });
};

const download: SignaturePort['download'] = async (send, values, { id, subject }) => {
  const load = async (name: string, purpose: string): Promise<Buffer> => {
    const path = toPath(id, `/documents/${name}`);
    const { body } = await sendToAccount(send, values, path, { purpose, subject, expects: 'pdf' });
    if (!Buffer.isBuffer(body)) throw new VendorFailure('answer_unreadable', 'DocuSign sent no PDF.');
    return body;
  };
  const signed = await load('1', 'load signed document');
  const audit = await load('certificate', 'load audit page');
  return { signed, audit };
};

/** Requests to DocuSign's API for envelopes. */
export const requests = { find, create, distribute, read, void: voidEnvelope, download } as const;
