import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const scope = { workspaceId: 'ws_one', mode: 'live' } as const;
const departure = { agent_id: 'agent_x', request_id: 'req_1' };
const [now, later, last] = [
  new Date('2026-11-21T08:00Z'),
  new Date('2026-11-21T09:00Z'),
  new Date('2026-11-21T10:00Z'),
];

describe('the agents whose leads are swept', () => {
  let pipeline: Pipeline;
  beforeEach(async () => {
    pipeline = await startPipeline();
  });
  afterEach(() => pipeline.stop());

  it('are kept once each, however many replicas hear of them at the same moment', async () => {
    const { departures } = pipeline.context;
    const own = { ...scope, workspaceId: 'ws_two' };
    const all = Array.from({ length: 10 }, (_, place) => (place % 2 ? scope : own));
    await Promise.all(all.map((each) => departures.watch(each, departure, now, later)));
    expect((await departures.due('live', now, 10)).map((due) => due.workspace_id).sort()).to.deep.equal([
      'ws_one',
      'ws_two',
    ]);
    expect(await departures.due('sandbox', now, 10)).to.deep.equal([]);
  });

  it('are due again when it was said, and forgotten when it is over', async () => {
    const { departures } = pipeline.context;
    await departures.watch(scope, departure, now, last);
    const [due] = await departures.due('live', now, 10);
    if (!due) throw new Error('nothing is due');
    await departures.postpone(scope, due, later);
    expect(await departures.due('live', now, 10)).to.deep.equal([]);
    expect(await departures.due('live', later, 10)).to.have.length(1);
    await departures.postpone(scope, due, null);
    expect(await pipeline.runtime.databases.live.collection('departures').countDocuments()).to.equal(0);
  });

  it('stay when they were watched anew while a sweep came to an end', async () => {
    const { departures } = pipeline.context;
    await departures.watch(scope, departure, now, later);
    const [due] = await departures.due('live', now, 10);
    if (!due) throw new Error('nothing is due');
    await departures.watch(scope, departure, now, last);
    await departures.postpone(scope, due, null);
    expect(await departures.due('live', now, 10)).to.have.length(1);
  });
});
