import { createFakePdf } from '../../../vendors/model/fake-pdf.js';
import type { FakeRequest, FakeVendor } from '../../../vendors/model/fake-vendor.js';

const answer = (body: object | Buffer, status = 200) => ({ status, body });

const account = { account_id: 'fake-account', is_default: true, account_name: 'Fake of DocuSign' };

function readTransactionId({ body }: FakeRequest): string {
  return /"transactionId":"(doc_[0-9a-z]{26})"/.exec(String(body))?.[1] ?? 'none';
}

function answerAuth(path: string, base: string) {
  if (path === '/oauth/token') return answer({ access_token: 'fake', token_type: 'Bearer', expires_in: 3_600 });
  return answer({ sub: 'fake', accounts: [{ ...account, base_uri: base }] });
}

/**
 * Stands in for DocuSign's API. It sends no emails; a person signs in the simulator, which sends the event. An
 * envelope's id is the id of its document, so the fake needs no memory.
 */
export const fakeDocusign: FakeVendor = (request) => {
  const { method, path, host } = request;
  const base = host === 'account.docusign.com' ? 'https://www.docusign.net' : 'https://demo.docusign.net';
  if (path.startsWith('/oauth/')) return answerAuth(path, base);
  const [, id = '', rest = ''] =
    /^\/restapi\/v2\.1\/accounts\/[\w-]{1,50}\/envelopes\/([\w-]{1,50})(.*)/.exec(path) ?? [];
  if (rest.startsWith('/documents/')) return answer(createFakePdf('Signed with the fake DocuSign'));
  if (method === 'POST') return answer({ envelopeId: `fake-${readTransactionId(request)}`, status: 'sent' }, 201);
  if (id !== '') return answer({ envelopeId: id, status: 'completed' });
  return answer({ resultSetSize: '0', envelopes: [] });
};
