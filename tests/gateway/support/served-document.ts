import { fileURLToPath } from 'node:url';
import { createAuthDocument } from '@plotline/gateway/contract/auth-document';
import { addExamples, readExamples } from '@plotline/gateway/contract/examples';
import { readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';

export const servicesFolder = fileURLToPath(new URL('../../../services', import.meta.url));

const servedAddresses = {
  api: 'https://api.plotline.example',
  sandbox: 'https://sandbox.plotline.example',
  auth: 'https://auth.plotline.example',
};

/** Document of the API as a gateway serves it, merged here. */
export function createServedDocument() {
  return addExamples(createPublicDocument(readContract(servicesFolder), servedAddresses), readExamples('api'));
}

/** Document of the authorization server as a gateway serves it. */
export function createServedAuthDocument() {
  return addExamples(createAuthDocument(servicesFolder, servedAddresses.auth), readExamples('auth'));
}
