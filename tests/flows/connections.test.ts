import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { system } from '../support/system.js';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.js';

/**
 * The running system can't reach vendors. The tests of the service alone cover the steps that a vendor must confirm.
 */
describe('connections over HTTP with an API key', () => {
  let workspace: TestWorkspace;
  before(async () => {
    workspace = await newWorkspace();
  });

  it('describes the providers to callers who may connect one', async () => {
    const { status, body } = await workspace.api.get('/v1/connection-providers');
    expect(status).to.equal(200);
    expect(JSON.stringify(body)).to.include('"name":"stripe"').and.include('"secret_key"');
    const { key } = await newKey(workspace.id, 'live', ['write:leads']);
    expect((await new ApiClient(workspace.api.base, key).get('/v1/connections')).status).to.equal(403);
  });

  it('refuses a live key for the sandbox, and a test key for live data', async () => {
    const body = (kind: string) => ({
      provider: 'stripe',
      settings: { return_url: 'https://buyer.example/' },
      credentials: { secret_key: `rk_${kind}_${'x'.repeat(24)}` },
    });
    for (const [api, kind] of [
      [workspace.api, 'test'],
      [workspace.sandbox, 'live'],
    ] as const) {
      const { status, error } = await api.post('/v1/connections', body(kind));
      expect(status).to.equal(422);
      expect(error.details?.[0]?.field).to.equal('credentials.secret_key');
    }
  });

  it('answers 404 to an unknown hook, and 409 to a request for a payment link without a connection', async () => {
    const hook = `${system().urls.api}/hooks/stripe/${createToken('hook_live_')}`;
    expect((await fetch(hook, { method: 'POST', body: '{}' })).status).to.equal(404);
    const { id } = await workspace.api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    const property = {
      name: 'Harbour Point',
      type: 'apartment',
      location: { address: '1 Quay Street', area: 'Docklands', city: 'Port Ellis', country: 'Northland' },
      pricing: { currency: 'EUR', min_price: 200_000, max_price: 900_000 },
    };
    const { id: property_id } = await workspace.api.create('/v1/properties', property);
    await workspace.api.post(`/v1/leads/${id}/won`, { property_id, deal_value: 1_000 });
    const [invoice] = (await workspace.api.get('/v1/invoices')).records;
    const { status, error } = await workspace.api.post(`/v1/invoices/${invoice?.id}/payment-link`);
    expect([status, error.reason]).to.deep.equal([409, 'no_payment_connection']);
  });
});
