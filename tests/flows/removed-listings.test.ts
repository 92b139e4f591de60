import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

describe('a lead whose listings are deleted', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let receiver: Receiver;

  beforeEach(async () => {
    workspace = await newWorkspace();
    receiver = await startReceiver();
    await workspace.api.create('/v1/webhooks', { url: receiver.url, events: ['*'] });
  });
  afterEach(() => receiver.close());

  it('is scored as if it had none, and no subscriber hears of anything but the lead', async () => {
    const { api } = workspace;
    const property = await api.create('/v1/properties', { name: 'P', type: 'villa', location: { city: 'Faro' } });
    const unitBody = (name: string) => ({
      property_id: property.id,
      name,
      price: { amount: 700, currency: 'EUR' },
    });
    const lone = await api.create('/v1/units', unitBody('lone'));
    let last = '';
    for (let bulk = 0; bulk < 6; bulk += 1) {
      const units = Array.from({ length: 100 }, (_, row) => unitBody(`${bulk} ${row}`));
      const made = await api.post('/v1/units/bulk', { units });
      expect(made.status).equal(201);
      last = String(made.records.at(-1)?.id);
    }
    const leadBody = (name: string, interested_properties: string[]) => ({
      name,
      email: `${name}@example.com`,
      interested_properties,
      budget: { max: 800, currency: 'EUR' },
    });
    const plain = await api.create('/v1/leads', leadBody('plain', []));
    const leads = await Promise.all(
      [String(lone.id), last].map((id) => api.create('/v1/leads', leadBody(`of.${id}`, [id]))),
    );
    for (const lead of leads) expect(lead.score).greaterThan(Number(plain.score));
    expect((await api.delete(`/v1/units/${lone.id}`)).status).equal(204);
    expect((await api.delete(`/v1/properties/${property.id}`)).status).equal(200);
    await eventually(async () => {
      for (const { id } of leads) expect((await api.get(`/v1/leads/${id}`)).record.score).equal(plain.score);
    }, 20_000);
    await eventually(() => {
      const names = receiver.received.map(({ body }) => String(JSON.parse(body).event));
      expect(names.filter((name) => name === 'lead.updated')).length(2);
      expect(names).not.include('listing.removed');
    }, 20_000);
  });
});
