import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('GET /v1/leads/duplicates', () => {
  const pipeline = useFixturePerTest(startPipeline);
  const list = async (query = '') => pipeline().request('GET', `/v1/leads/duplicates${query}`);

  it('lists the groups of leads with the same email or phone number, newest first, in pages', async () => {
    const lead = async (email: string, phone?: string): Promise<string> =>
      (await pipeline().lead({ email, ...(phone && { phone }) })).id;
    const ana = await lead('ana@example.com', '+351 910 000 001');
    const bea = await lead('bea@example.com', '+351 910 000 002');
    await lead('alone@example.com', '000000');
    const anaAgain = await lead('ANA@example.com');
    const twin = await lead('other@example.com', '00351910000001');
    const beaAgain = await lead('bea@example.com');
    await lead('single@example.com', '000000');
    const { body, meta } = await list();
    expect(meta).to.deep.include({ page: 1, total: 2, total_pages: 1 });
    const shown = body.map(({ fields, count, leads }: { fields: string[]; count: number; leads: { id: string }[] }) => [
      fields,
      count,
      leads.map(({ id }) => id),
    ]);
    expect(shown).to.deep.equal([
      [['email'], 2, [bea, beaAgain]],
      [['email', 'phone'], 3, [ana, anaAgain, twin]],
    ]);
    const second = await list('?page=2&per_page=1');
    expect(second.body.map(({ count }: { count: number }) => count)).to.deep.equal([3]);
    expect((await list('?page=0')).status).to.equal(422);
    const begin = await list('?per_page=1&cursor=');
    const rest = await list(`?per_page=1&cursor=${begin.meta.next_cursor}`);
    const walked = [...begin.body, ...rest.body].map(({ count }: { count: number }) => count);
    expect([walked, rest.meta.next_cursor]).to.deep.equal([[2, 3], null]);
    expect((await list('?cursor=x')).status).to.equal(422);
  });

  it('is empty if there are no duplicates', async () => {
    await pipeline().lead();
    const { body, meta } = await list();
    expect([body, meta.total, meta.total_pages]).to.deep.equal([[], 0, 0]);
  });
});
