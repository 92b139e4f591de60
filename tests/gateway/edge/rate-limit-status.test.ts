import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway GET /v1/rate-limit', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  before(async () => {
    key = gateway().verification.createKey(['admin']);
  });
  const get = (query: string, headers: Record<string, string> = {}) =>
    sendRequest(`${gateway().live}/v1/rate-limit${query}`, { key, headers });
  const strict = { prefer: 'handling=strict' };

  it('ignores unknown parameters, unless Prefer requests strict handling', async () => {
    expect((await get('?page=1')).status).to.equal(200);
    const refused = await get('?page=1&x=2', strict);
    expect(refused.status).to.equal(422);
    expect(refused.headers['preference-applied']).to.equal('handling=strict');
    expect(refused.json).to.have.nested.property('error.details[1].field', 'x');
    expect((await get('', strict)).status).to.equal(200);
  });

  for (const query of ['?status[$ne]=x', '?$where=1', '?page%5B%5D=1']) {
    it(`answers 400 to the operator in ${query}`, async () => {
      expect((await get(query)).status).to.equal(400);
    });
  }
});
