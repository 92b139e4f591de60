import { callerHeader, signCaller } from '@plotline/kit/caller';
import { findFreePorts } from '@plotline/local/supervise/free-ports';
import { expect } from 'chai';
import { system } from '../support/system.js';
import { testCaller } from '../support/test-runtime.js';
import { newWorkspace } from '../support/workspace.js';

const contenders = 50;

describe('50 parallel sales of one unit through two pipeline processes', function () {
  this.timeout(120_000);

  it('end with one 200, the others 409, one deal, and one unit sold', async () => {
    const { api, id: workspaceId } = await newWorkspace();
    const property = await api.create('/v1/properties', {
      name: 'Harbour Point',
      type: 'apartment',
      location: { address: '1 Quay', area: 'Docks', city: 'Port', country: 'Northland' },
    });
    const price = { amount: 100_000, currency: 'USD' };
    const unit = await api.create('/v1/units', { property_id: property.id, name: 'The one', price });
    const rows = Array.from({ length: contenders }, (_, index) => ({
      name: `L ${index}`,
      email: `l.${index}@example.com`,
    }));
    const leads = (await api.post('/v1/leads/bulk', { leads: rows })).records;

    const { services, internalSecret } = system();
    const ports = (await findFreePorts()).services.pipeline;
    const second = await system().startInstance('pipeline', { HTTP_PORT: ports.http, GRPC_PORT: ports.grpc });
    const win = async (base: string, leadId: string): Promise<number> => {
      const caller = testCaller(workspaceId, 'live', { deadline: Date.now() + 60_000 });
      const response = await fetch(`${base}/v1/leads/${leadId}/won`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [callerHeader]: signCaller(caller, internalSecret) },
        body: JSON.stringify({ property_id: unit.id, deal_value: 95_000 }),
      });
      await response.text();
      return response.status;
    };
    try {
      const bases = [services.pipeline.httpUrl, second.httpUrl];
      const statuses = await Promise.all(leads.map(({ id }, index) => win(bases[index % 2] ?? '', id)));
      expect(statuses.filter((status) => status === 200)).length(1);
      expect(statuses.filter((status) => status === 409)).length(contenders - 1);
    } finally {
      await system().hold(second.name);
    }
    expect((await api.get('/v1/deals')).records).length(1);
    expect((await api.get('/v1/leads?stage=won')).records).length(1);
    expect((await api.get(`/v1/units/${unit.id}`)).record.status).equal('sold');
  });
});
