import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

/** 01:30 on 2 January in Dubai, and still 1 January in UTC. */
const now = new Date('2027-01-01T21:30:00.000Z');

describe("days in the workspace's time zone", () => {
  const pipeline = useFixture(() => startPipeline({}, { clock: () => now }));
  const dubai = { timeZone: 'Asia/Dubai' };
  let id = '';

  before(async () => {
    const lead = await pipeline().lead({ next_follow_up: '2027-01-02T01:00:00+04:00', assigned_agent: 'agent_amira' });
    id = lead.id;
  });

  const get = async (path: string, as: object) => {
    const { status, body } = await pipeline().request('GET', path, { as });
    expect(status, path).to.equal(200);
    return body;
  };
  const list = async (query: string, as: object) =>
    (await get(`/v1/leads?${query}`, as)).map((lead: { readonly id: string }) => lead.id);

  for (const [name, from, to] of [
    ['follow-up', 'follow_up_after', 'follow_up_before'],
    ['creation', 'created_after', 'created_before'],
    ['change', 'updated_after', 'updated_before'],
  ] as const) {
    it(`determine the ${name} that a list is filtered by`, async () => {
      const on = (day: string) => `${from}=${day}&${to}=${day}`;
      expect(await list(on('2027-01-02'), dubai)).to.deep.equal([id]);
      expect(await list(on('2027-01-01'), dubai)).to.deep.equal([]);
      expect(await list(on('2027-01-01'), {})).to.deep.equal([id]);
      expect(await list(on('2027-01-02'), {})).to.deep.equal([]);
    });
  }

  it('do not change full timestamps', async () => {
    const exact = 'follow_up_after=2027-01-01T21:00:00Z&follow_up_before=2027-01-01T21:00:00Z';
    for (const as of [dubai, {}]) expect(await list(exact, as)).to.deep.equal([id]);
    expect(await list('follow_up_after=2027-01-01T21:00:01Z', dubai)).to.deep.equal([]);
  });

  it('determine the period of reports, and which day is today', async () => {
    const countNew = async (query: string, as: object) =>
      (await get(`/v1/analytics/funnel?${query}`, as)).stages[0].count;
    const on = (day: string) => `start_date=${day}&end_date=${day}`;
    expect(await countNew(on('2027-01-02'), dubai)).to.equal(1);
    expect(await countNew(on('2027-01-01'), dubai)).to.equal(0);
    expect(await countNew(on('2027-01-01'), {})).to.equal(1);
    expect(await countNew(on('2027-01-02'), {})).to.equal(0);
    expect(await get('/v1/analytics/sources?period=week', dubai)).to.include({
      start_date: '2026-12-27',
      end_date: '2027-01-02',
    });
    const { agents } = await get(`/v1/analytics/agents?${on('2027-01-02')}`, dubai);
    expect(agents[0]).to.include({ agent_id: 'agent_amira' }).and.to.have.nested.property('leads.assigned', 1);
  });

  it('set a follow-up given as a day to the start of that day', async () => {
    const changed = await pipeline().request('PUT', `/v1/leads/${id}`, {
      as: dubai,
      body: { next_follow_up: '2027-01-05' },
    });
    expect(changed.body).to.include({ next_follow_up: '2027-01-04T20:00:00.000Z' });
  });
});
