import { createHmac, generateKeyPairSync, randomUUID } from 'node:crypto';
import nock from 'nock';
import { rememberSecret } from '../../support/secrets/given-secrets.js';

/** Credentials for both e-signature vendors. */
export const signatureSecrets = {
  token: `api_${'d'.repeat(32)}`,
  webhook: `documenso ${'w'.repeat(24)}`.replace(' ', '_'),
  hmac: 'h'.repeat(44),
  privateKey: generateKeyPairSync('rsa', {
    modulusLength: 2_048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey,
} as const;

for (const secret of Object.values(signatureSecrets)) rememberSecret(secret, 'credential of a vendor');

/** A PDF that vendors return. */
export const signedPdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}\n%%EOF`);

export const useDocumenso = (host = 'https://app.documenso.com') => nock(`${host}/api/v2`);

export function toDocumensoBody(settings: object = {}) {
  const credentials = { api_token: signatureSecrets.token, webhook_secret: signatureSecrets.webhook };
  return { provider: 'documenso', settings, credentials };
}

/** An envelope as described at app.documenso.com/api/v2/openapi.json. */
export function documensoEnvelope(externalId: string, status: string, change: object = {}) {
  return {
    id: `envelope_${externalId}`,
    externalId,
    type: 'DOCUMENT',
    status,
    title: 'Reservation',
    recipients: [{ email: 'lucja@example.com', readStatus: 'NOT_OPENED', rejectionReason: null }],
    envelopeItems: [{ id: 'envelope_item_1', envelopeId: `envelope_${externalId}`, order: 1 }],
    ...change,
  };
}

/** The body of a webhook (docs.documenso.com/developers/webhooks). */
export function documensoEvent(event: string, externalId: string, status: string, change: object = {}) {
  const { id: envelopeId, ...envelope } = documensoEnvelope(externalId, status, change);
  return {
    event,
    payload: { id: 7, envelopeId, ...envelope },
    createdAt: new Date().toISOString(),
    webhookEndpoint: '',
  };
}

export function toDocusignBody(userId: string = randomUUID(), settings: object = {}) {
  const { privateKey, hmac } = signatureSecrets;
  const credentials = { integration_key: randomUUID(), user_id: userId, private_key: privateKey, hmac_key: hmac };
  return { provider: 'docusign', settings, credentials };
}

/** The grant of a token and the account of its user (developers.docusign.com/platform/auth/jwt). */
export function useDocusignLogin(base = 'https://www.docusign.net', auth = 'https://account.docusign.com') {
  nock(auth).post('/oauth/token').reply(200, { access_token: 'eyJ.token', token_type: 'Bearer', expires_in: 3_600 });
  const account = { account_id: 'acc_1', is_default: true, base_uri: base };
  nock(auth)
    .get('/oauth/userinfo')
    .reply(200, { accounts: [account] });
}

export const useDocusign = (base = 'https://www.docusign.net') => nock(`${base}/restapi/v2.1/accounts/acc_1`);

/** A DocuSign Connect event in JSON (SIM), signed with its HMAC key. */
export function docusignEvent(event: string, envelopeId: string, documentId: string) {
  const fields = { textCustomFields: [{ name: 'plotline_document', value: documentId }] };
  return {
    event,
    apiVersion: 'v2.1',
    retryCount: 0,
    generatedDateTime: new Date().toISOString(),
    data: { accountId: 'acc_1', envelopeId, envelopeSummary: { status: 'sent', customFields: fields } },
  };
}

export const signDocusign = (body: string, key: string = signatureSecrets.hmac) =>
  createHmac('sha256', key).update(body).digest('base64');
