import type { SignatureProvider } from '../../../vendors/model/provider.js';
import { apiVersion, dialect } from '../model/dialect.js';
import { readReport } from '../model/envelopes.js';
import { fakeDocusign } from '../model/fake-docusign.js';
import { forgetAccess, readPrivateKey } from './access.js';
import { requests, sendToAccount } from './requests.js';
import { verifyDocusignHook } from './signature.js';
import { simulateSignature } from './simulate-signature.js';

/** E-signature through DocuSign. The sandbox uses DocuSign's developer environment. */
export const docusign: SignatureProvider = {
  name: 'docusign',
  category: 'e_signature',
  title: 'DocuSign',
  description: 'Buyers sign documents of deals and holds with DocuSign.',
  documentationUrl: 'https://developers.docusign.com/docs/esign-rest-api/',
  apiVersion,
  effects: [
    'Sends documents to their signers by email.',
    'Follows whether a document is opened, signed or declined.',
    'Files the signed document and its certificate with the lead.',
  ],
  settings: [
    {
      name: 'account_id',
      label: 'API account ID',
      type: 'text',
      required: false,
      help: 'Only if the user has several accounts. Without it, the default account sends the documents.',
      maxLength: 64,
    },
  ],
  credentials: [
    {
      name: 'integration_key',
      label: 'Integration key',
      type: 'secret',
      required: true,
      help: 'From your app in DocuSign, under Apps and Keys.',
      maxLength: 64,
    },
    {
      name: 'user_id',
      label: 'User ID',
      type: 'secret',
      required: true,
      help: 'Belongs to the user who sends the documents. The user must have given consent to the app.',
      maxLength: 64,
    },
    {
      name: 'private_key',
      label: 'RSA private key',
      type: 'multiline_secret',
      required: true,
      help: 'From the key pair that you generated for the app, with its first and last line.',
      maxLength: 8_000,
    },
    {
      name: 'hmac_key',
      label: 'HMAC key',
      type: 'secret',
      required: false,
      help: "From the Connect configuration that you add for the hook address. Without it, Plotline doesn't notice signatures.",
      maxLength: 255,
    },
  ],
  dialect,
  fake: fakeDocusign,
  findFaults: ({ credentials }) => {
    if (!credentials['private_key'] || readPrivateKey(credentials)) return [];
    return [{ field: 'credentials.private_key', message: 'must be an RSA private key in PEM form' }];
  },
  toHint: ({ integration_key: key = '' }) => `…${key.slice(-4)}`,
  check: async (send, values, connectionId) => {
    const subject = { type: 'connection', id: connectionId } as const;
    forgetAccess(values);
    await sendToAccount(send, values, '', { purpose: 'check credentials', subject });
    return {};
  },
  hooks: { verify: verifyDocusignHook },
  signature: { ...requests, readReport },
  simulate: simulateSignature,
};
