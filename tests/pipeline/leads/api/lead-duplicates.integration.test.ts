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

  it('returns them page by page, with the named fields', async () => {
    const ids: string[] = [];
    for (let place = 0; place < 4; place += 1) ids.push((await pipeline().lead({ email: 'many@example.com' })).id);
    const [first, ...others] = ids;
    const read = (query: string) => pipeline().request('GET', `/v1/leads/${first}/duplicates?fields=id&${query}`);
    const two = await read('per_page=2&page=2');
    expect(two.body).to.deep.equal([{ id: others[2] }]);
    expect(two.meta).to.include({ page: 2, per_page: 2, total: 3 });
    const found: { id: string }[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await read(`per_page=2&cursor=${cursor}`);
      found.push(...page.body);
      cursor = page.meta.next_cursor;
    }
    expect(found.map(({ id }) => id)).to.deep.equal(others);
    expect((await read('cursor=none')).status).to.equal(422);
  });

  it("returns none for a lead without duplicates, and 404 for another workspace's lead", async () => {
    const { id } = await pipeline().lead({ email: 'alone@example.com' });
    const path = `/v1/leads/${id}/duplicates`;
    expect((await pipeline().request('GET', path)).body).to.deep.equal([]);
    expect((await pipeline().request('GET', path, { as: { workspaceId: 'ws_two' } })).status).to.equal(404);
    expect((await pipeline().request('GET', '/v1/leads/lead_none/duplicates')).status).to.equal(404);
  });
});
