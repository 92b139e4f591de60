import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { person, startInventory } from '../../support/inventory.js';

describe('the visibility of units', () => {
  const inventory = useFixture(startInventory);
  const ids = new Map<string, string>();
  const kinds = ['public', 'agents', 'private', 'team of Amira', 'team of Chen', 'team without an agent'];
  const agents: Record<string, string | null> = { 'team of Amira': 'agent_amira', 'team of Chen': 'agent_chen' };

  before(async () => {
    const { id } = await inventory().property();
    for (const kind of kinds) {
      const visibility = kind.startsWith('team') ? 'team' : kind;
      const assigned_agent = kind.startsWith('team') ? (agents[kind] ?? null) : 'agent_amira';
      ids.set(kind, (await inventory().unit(id, { visibility, assigned_agent })).id);
    }
  });

  const open = ['public', 'agents'];
  const callers: [string, object, string[]][] = [
    ['an API key', {}, kinds],
    ['the owner', person('owner', 'agent_chen'), kinds],
    ['an admin', person('admin', 'agent_chen'), kinds],
    ['the assigned agent', person('agent', 'agent_amira'), [...open, 'team of Amira']],
    ['a colleague of the assigned agent', person('agent', 'agent_bruno'), [...open, 'team of Amira']],
    ['an agent of another team', person('agent', 'agent_chen'), [...open, 'team of Chen']],
    ['an agent without a team', person('agent', 'agent_loner'), open],
    ['a viewer, even of the team', person('viewer', 'agent_bruno'), open],
  ];

  for (const [who, as, visible] of callers) {
    it(`lets ${who} view ${visible.join(', ')} units; the rest answer 404 and can't be changed`, async () => {
      const list = await inventory().request('GET', '/v1/units?order=asc', { as });
      expect(list.body.map(({ id }: { id: string }) => id)).to.deep.equal(
        kinds.filter((kind) => visible.includes(kind)).map((kind) => ids.get(kind)),
      );
      expect(list.meta.total).to.equal(visible.length);
      const { listings } = await inventory().rpc(
        ListingsServiceService.getListings,
        { ids: [...ids.values()] },
        callContext(as),
      );
      for (const kind of kinds) {
        const id = ids.get(kind) ?? '';
        const seen = visible.includes(kind);
        expect((await inventory().request('GET', `/v1/units/${id}`, { as })).status, kind).to.equal(seen ? 200 : 404);
        expect(listings.find((listing) => listing.id === id)?.hidden, kind).to.equal(!seen);
        if (seen) continue;
        const body = { name: 'Mine' };
        expect((await inventory().request('PUT', `/v1/units/${id}`, { as, body })).status, kind).to.equal(403);
        expect((await inventory().request('DELETE', `/v1/units/${id}`, { as })).status, kind).to.equal(403);
        const status = { unit_ids: [id], status: 'sold' };
        expect((await inventory().request('PATCH', '/v1/units/bulk/status', { as, body: status })).status).to.equal(
          403,
        );
        const sale = { unit_id: id, deal_id: 'deal_x', lead_id: 'lead_x' };
        const sold = inventory().rpc(ListingsServiceService.sellUnit, sale, callContext(as));
        expect(await sold.catch((error: { code: string }) => error.code), kind).to.equal('NOT_FOUND');
      }
    });
  }

  it('applies to each caller when all callers send the same request simultaneously', async () => {
    const shown = callers.map(async ([who, as, visible]) => {
      const [list, ...units] = await Promise.all([
        inventory().request('GET', '/v1/units?order=asc', { as }),
        ...kinds.map((kind) => inventory().request('GET', `/v1/units/${ids.get(kind)}`, { as })),
      ]);
      expect(list.meta.total, who).to.equal(visible.length);
      const statuses = kinds.map((kind) => (visible.includes(kind) ? 200 : 404));
      expect(
        units.map(({ status }) => status),
        who,
      ).to.deep.equal(statuses);
    });
    await Promise.all(shown);
  });

  it('hides units that the caller may not view, even when the list is filtered by visibility', async () => {
    const as = person('agent', 'agent_bruno');
    const ask = async (query: string) => (await inventory().request('GET', `/v1/units?${query}`, { as })).meta.total;
    expect(await ask('visibility=team')).to.equal(1);
    expect(await ask('visibility=private')).to.equal(0);
    expect(await ask('visibility=team,private&agent_id=agent_chen')).to.equal(0);
    expect(await ask('visibility=public,team')).to.equal(2);
  });
});
