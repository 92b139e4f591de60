import { isJsonObject } from '@plotline/kit/core/json-object';
import { createFakePdf } from '../../../vendors/model/fake-pdf.js';
import type { FakeRequest, FakeVendor } from '../../../vendors/model/fake-vendor.js';

const answer = (body: object | Buffer, status = 200) => ({ status, body });
const refuse = (status: number, code: string) => answer({ message: 'Refused by the fake.', code }, status);

/** Prefix of fake envelope ids. Our id follows it, so the fake needs no memory. */
const prefix = 'envelope_fake_';

function readExternalId({ body }: FakeRequest): string {
  return /"externalId":"(doc_[0-9a-z]{26})"/.exec(String(body))?.[1] ?? 'none';
}

/** Builds an envelope that all signers have signed as soon as it is read. */
function toEnvelope(id: string) {
  return {
    id,
    externalId: id.slice(prefix.length),
    type: 'DOCUMENT',
    status: 'COMPLETED',
    recipients: [],
    envelopeItems: [{ id: `envelope_item_fake_${id}`, envelopeId: id, order: 1 }],
  };
}

function readEnvelopeId({ body }: FakeRequest): string | null {
  const parsed: unknown = JSON.parse(String(body));
  return isJsonObject(parsed) && typeof parsed['envelopeId'] === 'string' ? parsed['envelopeId'] : null;
}

/**
 * Stands in for Documenso's API. It sends no emails; a person signs in the simulator, which sends the event. Refuses
 * tokens that end in `refused`, and rate-limits those that end in `limited`.
 */
export const fakeDocumenso: FakeVendor = (request) => {
  const { method, path, headers } = request;
  const token = headers['authorization'] ?? '';
  if (token.endsWith('refused')) return refuse(401, 'UNAUTHORIZED');
  if (token.endsWith('limited')) return refuse(429, 'TOO_MANY_REQUESTS');
  const [, route = '', id = ''] = /^\/api\/v2\/envelope\/?([\w-]*)(?:\/([\w-]+))?/.exec(path) ?? [];
  if (method === 'GET' && path.includes('/download')) return answer(createFakePdf('Signed with the fake Documenso'));
  if (method === 'POST' && route === 'create') return answer({ id: `${prefix}${readExternalId(request)}` });
  if (method === 'POST' && (route === 'distribute' || route === 'cancel')) {
    return answer({ success: true, id: readEnvelopeId(request), recipients: [] });
  }
  if (method === 'GET' && route === '')
    return answer({ data: [], count: 0, currentPage: 1, perPage: 10, totalPages: 0 });
  if (method === 'GET' && id === '') return answer(toEnvelope(route));
  return refuse(404, 'NOT_FOUND');
};
