import { existsSync, readdirSync } from 'node:fs';
import { createAuthDocument } from '@plotline/gateway/contract/auth-document';
import { gatewayContractFile, readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import { loadContract } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';
import { findUndescribed } from '../../support/contract/undescribed.js';

const services = new URL('../../../services/', import.meta.url);
const addresses = { api: 'https://api.example', auth: 'https://auth.example' };
const contractFiles = readdirSync(services)
  .map((name) => new URL(`${name}/openapi.yaml`, services))
  .filter((file) => existsSync(file));

describe('descriptions of the contract', () => {
  it('explain every field, parameter, header, response, schema, tag and operation in the public document', () => {
    expect(findUndescribed(createPublicDocument(readContract(services.pathname), addresses))).to.deep.equal([]);
  });

  it("explain the same elements of the authorization server's document", () => {
    expect(findUndescribed(createAuthDocument(services.pathname, addresses.auth))).to.deep.equal([]);
  });

  // The documents append the scopes and roles. These don't describe what an operation does.
  for (const file of [...contractFiles, gatewayContractFile]) {
    it(`explain every operation in ${String(file).split('/').slice(-2).join('/')} in its own words`, () => {
      expect(findUndescribed(loadContract(file))).to.deep.equal([]);
    });
  }

  it('are reported when they are missing', () => {
    const document = {
      tags: [{ name: 'Leads' }],
      paths: {
        '/v1/leads': {
          get: {
            summary: 'List leads',
            parameters: [{ name: 'page', in: 'query' }],
            responses: { 200: { $ref: '#/components/responses/Page' } },
          },
        },
      },
      components: {
        responses: { Page: { description: 'A page.', headers: { ETag: { schema: { type: 'string' } } } } },
        schemas: {
          Lead: {
            description: 'A lead.',
            properties: { id: { type: 'string' }, description: { type: 'string', description: 'What it is.' } },
          },
        },
      },
    };
    expect(findUndescribed(document)).to.deep.equal([
      '/tags/0',
      '/paths/~1v1~1leads/get/description',
      '/paths/~1v1~1leads/get/parameters/0',
      '/components/responses/Page/headers/ETag',
      '/components/schemas/Lead/properties/id',
    ]);
  });
});
