import type { SignatureProvider } from '../../../vendors/model/provider.js';
import { apiVersion, dialect } from '../model/dialect.js';
import { readReport } from '../model/envelopes.js';
import { fakeDocumenso } from '../model/fake-documenso.js';
import { simulateSignature } from '../model/simulate-signature.js';
import { requests, toRequest } from './requests.js';
import { verifyDocumensoHook } from './signature.js';

/** E-signature by Documenso, in its cloud or hosted by the customer. */
export const documenso: SignatureProvider = {
  name: 'documenso',
  category: 'e_signature',
  title: 'Documenso',
  description: 'Buyers sign documents of deals and holds, in the Documenso cloud or on your own server.',
  documentationUrl: 'https://docs.documenso.com/docs/developers',
  apiVersion,
  effects: [
    'Sends documents to their signers by email.',
    'Follows whether a document is opened, signed or declined.',
    'Files the signed document and its audit page with the lead.',
  ],
  settings: [
    {
      name: 'url',
      label: 'Address of your server',
      type: 'url',
      required: false,
      help: 'Only if you host Documenso yourself, such as https://sign.example.com. It must be reachable from the internet.',
      maxLength: 500,
      isServer: true,
    },
  ],
  credentials: [
    {
      name: 'api_token',
      label: 'API token',
      type: 'secret',
      required: true,
      help: 'Create it in Documenso, in the settings of the team that sends the documents.',
      maxLength: 255,
    },
    {
      name: 'webhook_secret',
      label: 'Webhook secret',
      type: 'secret',
      required: false,
      help: "The secret of the webhook that you add for the hook address. Without it, Plotline doesn't notice signatures.",
      maxLength: 255,
    },
  ],
  dialect,
  fake: fakeDocumenso,
  // Tokens of all teams look alike, so use a separate team for the sandbox.
  findFaults: () => [],
  toHint: ({ api_token: token = '' }) => `${token.slice(0, 4)}…${token.slice(-4)}`,
  check: async (send, values, connectionId) => {
    const subject = { type: 'connection', id: connectionId } as const;
    await send(toRequest(values, '/envelope?perPage=1', { purpose: 'check credentials', subject }));
    return {};
  },
  hooks: { verify: verifyDocumensoHook },
  signature: { ...requests, readReport },
  simulate: simulateSignature,
};
