import { fileURLToPath } from 'node:url';
import { createDocuments } from '@plotline/gateway/contract/documents';
import { readContract } from '@plotline/gateway/contract/merge';

export const servicesFolder = fileURLToPath(new URL('../../../services', import.meta.url));

const servedAddresses = {
  api: 'https://api.plotline.example',
  sandbox: 'https://sandbox.plotline.example',
  auth: 'https://auth.plotline.example',
};

const createServedDocuments = () => createDocuments(readContract(servicesFolder), servicesFolder, servedAddresses);

/** API document as a gateway serves it. */
export function createServedDocument() {
  return createServedDocuments().api;
}

/** Authorization server document as a gateway serves it. */
export function createServedAuthDocument() {
  return createServedDocuments().auth;
}
