import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';
import { rebuildCounters } from '../../support/rebuild-counters.js';

let people = 0;

/** Returns a lead's fields that no other test uses. */
function person(changes: object = {}) {
  people += 1;
  return { name: `Person ${people}`, email: `person${people}@history.test`, ...changes };
}

describe('imported lead rows with a history', () => {
  const pipeline = useFixture(startPipeline);
  const run = (change: Parameters<typeof importRows>[1], as: object = {}) => importRows(pipeline(), change, as);
  const read = async (id = '', as = {}) => (await pipeline().request('GET', `/v1/leads/${id}`, { as })).body;

  it('store a lead in its stage as of its creation, with one event and exact counters', async () => {
    const as = { workspaceId: 'ws_history' };
    const created_at = '2024-05-06T07:08:09.000Z';
    const [row] = await run({ records: [person({ stage: 'qualified', created_at })] }, as);
    expect(await read(row?.id, as)).to.deep.include({ stage: 'qualified', created_at });
    expect(await pipeline().eventNames(row?.id ?? '')).to.deep.equal(['lead.created']);
    const [entry] = await pipeline().journal(row?.id ?? '');
    expect(entry).to.deep.include({ type: 'created', changes: { stage: { from: null, to: 'qualified' } } });
    const period = 'start_date=2024-05-01&end_date=2024-05-31';
    const { body } = await pipeline().request('GET', `/v1/analytics/funnel?${period}`, { as });
    const counts = body.stages.map(({ stage, count }: { stage: string; count: number }) => `${stage} ${count}`);
    expect(counts.slice(0, 4)).to.deep.equal(['new 1', 'contacted 1', 'qualified 1', 'viewing 0']);
    expect((await rebuildCounters(pipeline().context)).corrected).to.equal(0);
  });

  it('are refused if they are won, were created in the future, or have an invalid stage or time', async () => {
    const records = [
      person({ stage: 'won' }),
      person({ created_at: new Date(Date.now() + 3_600_000).toISOString() }),
      person({ stage: 'sold', created_at: 'soon' }),
    ];
    const told = (await run({ records })).map(({ faults }) => faults.map((fault) => fault.split(':', 1)[0]));
    expect(told).to.deep.equal([['stage'], ['created_at'], ['stage', 'created_at']]);
  });

  it('move a known lead like PUT, and keep its creation time', async () => {
    const one = person({ external_id: 'moved' });
    const { id, created_at } = await pipeline().lead(one);
    const records = [{ ...one, stage: 'viewing', created_at: '2020-01-01' }];
    expect((await run({ mode: 'upsert', records }))[0]?.outcome).to.equal('updated');
    expect(await read(id)).to.deep.include({ stage: 'viewing', created_at });
    expect(await pipeline().eventNames(id)).to.deep.equal(['lead.created', 'lead.updated', 'lead.stage_changed']);
    expect((await run({ mode: 'upsert', records }))[0]?.outcome).to.equal('unchanged');
    const [won] = await run({ mode: 'upsert', records: [{ ...one, stage: 'won' }] });
    expect(won?.faults[0]).to.match(/^stage: must not be won/);
  });

  it('are ignored by POST, which creates a new lead with the current time', async () => {
    const { stage, created_at } = await pipeline().lead(person({ stage: 'lost', created_at: '2020-01-01' }));
    expect(stage).to.equal('new');
    expect(Date.parse(created_at)).to.be.closeTo(Date.now(), 60_000);
  });
});

describe('imported lead rows that refer to other records', () => {
  const pipeline = useFixture(startPipeline);

  it('store the ids of the agent and the listings', async () => {
    const records = [
      person({ assigned_agent: 'agent_amira@example.com', interested_properties: ['Unit unit_a1', 'prop_hill'] }),
      person({ assigned_agent: ' Amira Haddad ' }),
    ];
    const rows = await importRows(pipeline(), { records });
    const leads = await Promise.all(rows.map(({ id }) => pipeline().request('GET', `/v1/leads/${id}`)));
    expect(leads.map(({ body }) => body.assigned_agent)).to.deep.equal(['agent_amira', 'agent_amira']);
    expect(leads[0]?.body.interested_properties).to.deep.equal(['unit_a1', 'prop_hill']);
  });

  it('are refused if a name belongs to no agent, to several agents or to a deactivated agent', async () => {
    const named = ['Nobody', 'Bruno Costa', 'Gunnar Holm', 'x'.repeat(100)];
    const rows = await importRows(pipeline(), {
      records: named.map((assigned_agent) => person({ assigned_agent })),
    });
    const unknown = 'assigned_agent: must be the id, external id, email or full name of an agent of this workspace';
    expect(rows.map(({ faults }) => faults)).to.deep.equal([
      [unknown],
      ['assigned_agent: is the name of 2 agents: use the id, external id or email of one'],
      ['assigned_agent: must not be a deactivated agent'],
      [unknown],
    ]);
  });
});
