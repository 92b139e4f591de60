import { HoldsServiceService } from '@plotline/protos/plotline/inventory/v1/holds';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { createHoldRequests, type HoldRequests } from '../../support/holding.js';
import { startInventory } from '../../support/inventory.js';

describe('reading holds', () => {
  const inventory = useFixture(startInventory);
  let requests: HoldRequests;
  before(async () => {
    requests = await createHoldRequests(inventory);
  });

  const ids = (body: readonly { id: string }[]) => body.map(({ id }) => id);

  it('lists by every filter and order, with holds that have no end last', async () => {
    const unit = await requests.unit();
    const late = await requests.hold(unit.id, requests.lead(), { expires_in: 9_000, agent_id: 'agent_chen' });
    const queued = await requests.hold(unit.id, requests.lead(), { queue: true });
    const early = await requests.hold((await requests.unit()).id, requests.lead(), { expires_in: 60 });
    const list = async (query: string) => ids((await requests.ask('GET', `?${query}`)).body);
    const property = `property_id=${unit.property_id}`;
    expect(await list(`${property}&sort=expires_at&order=asc`)).to.deep.equal([early.id, late.id, queued.id]);
    expect(await list(`${property}&sort=updated_at&order=desc`)).to.have.members([early.id, late.id, queued.id]);
    expect(await list(`unit_id=${unit.id}&status=active,queued`)).to.have.members([late.id, queued.id]);
    expect(await list(`unit_id=${unit.id}&status=queued`)).to.deep.equal([queued.id]);
    expect(await list(`lead_id=${early.lead_id}`)).to.deep.equal([early.id]);
    expect(await list(`agent_id=agent_chen&${property}`)).to.deep.equal([late.id]);
    expect(await list(`${property}&expires_before=${early.expires_at}`)).to.deep.equal([early.id]);
    expect(await list(`${property}&expires_after=${late.expires_at}`)).to.deep.equal([late.id]);
    expect(await list(`${property}&updated_after=${early.updated_at}`)).to.deep.equal([early.id]);
    expect(await list('unit_id=unit_none')).to.deep.equal([]);
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await requests.ask('GET', `?${property}&sort=expires_at&per_page=1&cursor=${cursor}`);
      walked.push(...ids(page.body));
      cursor = page.meta.next_cursor;
    }
    expect(walked).to.deep.equal([queued.id, late.id, early.id]);
    expect((await requests.ask('GET', '?status=gone')).status).to.equal(422);
    expect((await requests.ask('GET', '?sort=notes')).status).to.equal(422);
  });

  it('expands unit, lead and agent, and returns the requested fields', async () => {
    const unit = await requests.unit();
    const lead_id = requests.lead({ name: 'Ana Silva', phone: '+351 910 000 001' });
    const hold = await requests.hold(unit.id, lead_id, { agent_id: 'agent_amira' });
    const { body } = await requests.ask('GET', `/${hold.id}?expand=unit,lead,agent&fields=status`);
    expect(body).to.deep.equal({
      id: hold.id,
      status: 'active',
      unit: {
        id: unit.id,
        property_id: unit.property_id,
        name: unit.name,
        unit_number: null,
        status: 'reserved',
        price: unit.price,
      },
      lead: {
        id: lead_id,
        name: 'Ana Silva',
        email: `${lead_id}@example.com`,
        phone: '+351 910 000 001',
        stage: 'new',
      },
      agent: { id: 'agent_amira', name: 'Amira Haddad', email: 'amira@example.com' },
    });
    inventory().leads.delete(lead_id);
    expect((await requests.ask('GET', `?unit_id=${unit.id}&expand=lead`)).body[0].lead).to.equal(null);
  });

  it('returns the open holds of leads to the pipeline service', async () => {
    const lead_id = requests.lead();
    const hold = await requests.hold((await requests.unit()).id, lead_id);
    const ended = await requests.hold((await requests.unit()).id, lead_id);
    await requests.ask('POST', `/${ended.id}/release`);
    const request = { lead_ids: [lead_id, 'lead_none'] };
    const { holds } = await inventory().rpc(HoldsServiceService.listOpenHolds, request, callContext());
    expect(holds.map(({ id, record }) => [id, JSON.parse(record)])).to.deep.equal([[hold.id, hold]]);
  });

  it('reports the holds in a period', async () => {
    const as = { workspaceId: 'ws_report' };
    const property = await inventory().property({}, as);
    const make = async (changes = {}) => {
      const unit = await inventory().unit(property.id, {}, as);
      return requests.hold(unit.id, requests.lead(), changes, as);
    };
    const [released, active] = [await make(), await make()];
    await requests.hold(active.unit_id, requests.lead(), { queue: true }, as);
    await requests.ask('POST', `/${released.id}/release`, {}, as);
    const { body } = await inventory().request('GET', '/v1/analytics/holds?period=week', { as });
    expect(body).to.deep.include({ period: 'week', active: 1, queued: 1, created: 3, released: 1, converted: 0 });
    expect(body).to.deep.include({ expired: 0, conversion_rate: 0 });
    expect(body.average_hours, 'a hold of a moment').to.be.within(Number.MIN_VALUE, 0.1);
    const past = '/v1/analytics/holds?start_date=2020-01-01&end_date=2020-01-02';
    expect((await inventory().request('GET', past, { as })).body).to.deep.include({ period: 'custom', created: 0 });
    const wrong = '/v1/analytics/holds?start_date=2020-01-02&end_date=2020-01-01';
    expect((await inventory().request('GET', wrong, { as })).status).to.equal(422);
  });
});
