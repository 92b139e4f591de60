import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('GET /v1/leads/:id/duplicates', () => {
  const pipeline = useFixture(startPipeline);

  it('returns the other leads with the same email or phone number, oldest first', async () => {
    const phone = '+351 910 000 001';
    const one = await pipeline().lead({ name: 'One', email: 'one@example.com', phone });
    const two = await pipeline().lead({ name: 'Two', email: 'two@example.com', phone: '00 351/910000001' });
    const three = await pipeline().lead({ name: 'Three', email: 'ONE@example.com' });
    const four = await pipeline().lead({ name: 'Four', email: 'four@example.com', phone: '351910000001' });
    await pipeline().lead({ name: 'Foreign', email: 'one@example.com' }, { workspaceId: 'ws_two' });
    await pipeline().lead({ name: 'Test', email: 'one@example.com' }, { mode: 'sandbox' });
    const duplicatesOf = async (id: string) => (await pipeline().request('GET', `/v1/leads/${id}/duplicates`)).body;
    const others = await Promise.all([two, three, four].map(({ id }) => pipeline().request('GET', `/v1/leads/${id}`)));
    expect(await duplicatesOf(one.id)).to.deep.equal(others.map(({ body }) => body));
    expect((await duplicatesOf(three.id)).map(({ id }: { id: string }) => id)).to.deep.equal([one.id]);
    expect((await duplicatesOf(two.id)).map(({ id }: { id: string }) => id)).to.deep.equal([one.id, four.id]);
  });

  it("returns none for a lead without duplicates, and 404 for another workspace's lead", async () => {
    const { id } = await pipeline().lead({ email: 'alone@example.com' });
    const path = `/v1/leads/${id}/duplicates`;
    expect((await pipeline().request('GET', path)).body).to.deep.equal([]);
    expect((await pipeline().request('GET', path, { as: { workspaceId: 'ws_two' } })).status).to.equal(404);
    expect((await pipeline().request('GET', '/v1/leads/lead_none/duplicates')).status).to.equal(404);
  });
});
