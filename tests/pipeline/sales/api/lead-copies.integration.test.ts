import { LeadCopiesServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_copies';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('LeadCopiesService', () => {
  const pipeline = useFixture(startPipeline);
  const { getLeadCopies, listLeadIds } = LeadCopiesServiceService;
  const copy = async (id: string) => (await pipeline().rpc(getLeadCopies, { ids: [id] }, callContext())).leads[0];

  it('returns a lead with its active and cancelled deals', async () => {
    const { id } = await pipeline().lead({ tags: ['sea view'], budget: { min: 1, max: 2, currency: 'EUR' } });
    expect(await copy(id)).to.deep.include({ id, stage: 'new', tags: ['sea view'], budget_min: 1, deals: [] });
    const win = async (deal_value: number) => {
      const body = { property_id: 'prop_river', deal_value };
      return (await pipeline().request('POST', `/v1/leads/${id}/won`, { body })).body.deal.id;
    };
    const cancelled = await win(1_000);
    await pipeline().request('POST', `/v1/leads/${id}/stage`, { body: { stage: 'negotiation' } });
    const live = await win(2_000);
    const deals = (await copy(id))?.deals.map(({ id: dealId, status, value }) => [dealId, status, value]);
    expect(deals).to.deep.equal([
      [live, 'closed', 2_000],
      [cancelled, 'cancelled', 1_000],
    ]);
  });

  it('returns no lead that belongs to another workspace or does not exist', async () => {
    const { id } = await pipeline().lead();
    const foreign = callContext({ workspaceId: 'ws_foreign' });
    expect((await pipeline().rpc(getLeadCopies, { ids: [id] }, foreign)).leads).to.deep.equal([]);
    expect(await copy('lead_unknown')).to.equal(undefined);
  });

  it('pages through the ids of all leads, oldest first, and refuses oversized pages', async () => {
    const caller = callContext({ workspaceId: 'ws_lead_ids' });
    const created: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      created.push((await pipeline().lead({}, { workspaceId: 'ws_lead_ids' })).id);
    }
    const first = await pipeline().rpc(listLeadIds, { cursor: '', limit: 2 }, caller);
    expect(first).to.deep.include({ ids: created.slice(0, 2), total: 3 });
    const second = await pipeline().rpc(listLeadIds, { cursor: first.next_cursor, limit: 2 }, caller);
    expect(second).to.deep.include({ ids: created.slice(2), next_cursor: '' });
    const refused = await refusalOf(() => pipeline().rpc(listLeadIds, { cursor: '', limit: 101 }, caller));
    expect(refused.details[0]?.field).to.equal('limit');
  });
});
