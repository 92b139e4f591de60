import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { createUnits } from '../../support/listings-and-leads.js';
import { startReceiver } from '../../support/receiver.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

describe('the price refresh when the listings of leads are deleted', () => {
  const price = { amount: 700, currency: 'EUR' };
  let workspace: TestWorkspace;
  const receiver = useFixturePerTest(startReceiver);

  beforeEach(async () => {
    workspace = await newWorkspace();
    await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['*'] });
  });

  it('scores the leads as if they had no listings, and publishes only lead.updated', async () => {
    const { api } = workspace;
    const { propertyId, unitIds } = await createUnits(api, 601, price);
    const [loneId = '', lastId = ''] = [unitIds[0], unitIds.at(-1)];
    const toLead = (name: string, interested_properties: string[]) => ({
      name,
      email: `${name}@example.com`,
      interested_properties,
      budget: { max: 800, currency: 'EUR' },
    });
    const withoutListing = await api.create('/v1/leads', toLead('plain', []));
    const leads = await Promise.all([loneId, lastId].map((id) => api.create('/v1/leads', toLead(`of.${id}`, [id]))));
    for (const lead of leads) expect(lead.score).to.be.greaterThan(Number(withoutListing.score));
    expect((await api.delete(`/v1/units/${loneId}`)).status).to.equal(204);
    expect((await api.delete(`/v1/properties/${propertyId}`)).status).to.equal(200);
    await eventually(async () => {
      for (const { id } of leads) {
        expect((await api.get(`/v1/leads/${id}`)).record.score).to.equal(withoutListing.score);
      }
    }, 20_000);
    await eventually(() => {
      const names = receiver().received.map(({ body }) => String(JSON.parse(body).event));
      expect(names.filter((name) => name === 'lead.updated')).to.have.length(2);
      expect(names.filter((name) => name === 'unit.deleted')).to.have.length(601);
      expect(names.filter((name) => name === 'property.deleted')).to.have.length(1);
      expect(names).to.not.include('listing.removed');
    }, 20_000);
  });
});
