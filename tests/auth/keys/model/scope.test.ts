import { scopes } from '@plotline/auth/keys/model/scope';
import { loadContract } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

describe('the scopes of API keys', () => {
  it('equal the scopes in the contract', () => {
    const { components } = loadContract(new URL('../../../../services/auth/openapi.yaml', import.meta.url));
    const schema: unknown = components?.['schemas']?.['Scope'];
    expect(schema).to.have.property('enum').that.deep.equals(scopes);
  });
});
