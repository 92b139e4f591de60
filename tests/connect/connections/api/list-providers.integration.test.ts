import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect } from '../../support/connect.js';

describe('GET /v1/connection-providers', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_list_providers' };

  it('lists bank statements, which need no connection, besides the vendors', async () => {
    const { body } = await connect().request('GET', '/v1/connection-providers', { as });
    const entry = (name: string) => body.find((one: { readonly name: string }) => one.name === name);
    expect(entry('stripe')).to.include({ category: 'payments', needs_connection: true });
    expect(entry('bank_statement')).to.deep.include({ needs_connection: false, settings: [], credentials: [] });
  });

  it('answers 422 to the creation of a connection for bank statements', async () => {
    const { status, body } = await connect().request('POST', '/v1/connections', {
      body: { provider: 'bank_statement' },
      as,
    });
    expect(status).to.equal(422);
    expect(body.details[0].field).to.equal('provider');
  });
});
