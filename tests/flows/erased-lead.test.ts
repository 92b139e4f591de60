import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { startReceiver } from '../support/receiver.js';
import { useFixture } from '../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

describe('the delivery of an event about an erased lead', () => {
  let workspace: TestWorkspace;
  const receiver = useFixture(startReceiver);
  before(async () => {
    workspace = await newWorkspace();
  });

  it("is resent without the lead's personal data", async () => {
    const { api } = workspace;
    const webhook = await api.create('/v1/webhooks', { url: receiver().url, events: ['lead.created', 'lead.deleted'] });
    const lead = await api.create('/v1/leads', { name: 'Zoë Unforgettable', email: 'zoe@example.com' });
    const deliveries = `/v1/webhooks/${webhook.id}/deliveries`;
    const delivery = await eventually(async () => {
      const [first] = (await api.get(`${deliveries}?status=delivered`)).records;
      if (!first) throw new Error('Nothing was delivered.');
      return first;
    });
    expect(receiver().received[0]?.body).to.include('Unforgettable');
    expect((await api.delete(`/v1/leads/${lead.id}`)).status).to.equal(204);
    await eventually(() => {
      const told = receiver().received.map(({ body }) => JSON.parse(body));
      const [deletion] = told.filter(({ event }) => event === 'lead.deleted');
      expect(deletion?.data).to.have.all.keys('id', 'deleted_at').and.to.include({ id: lead.id });
    });
    await eventually(async () => {
      const seen = receiver().received.length;
      expect((await api.post(`${deliveries}/${delivery.id}/resend`, {})).status).to.equal(202);
      await eventually(() => expect(receiver().received).to.have.length.above(seen));
      const body: unknown = JSON.parse(receiver().received.at(-1)?.body ?? '');
      expect(body).to.have.property('data').that.deep.equals({ id: lead.id });
    });
    const before = JSON.parse(receiver().received[0]?.body ?? '');
    expect(JSON.parse(receiver().received.at(-1)?.body ?? '')).to.deep.equal({ ...before, data: { id: lead.id } });
  });
});
