import type { Tenant } from '@plotline/kit/caller';
import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const one: Tenant = { workspaceId: 'ws_one', mode: 'live' };
const two: Tenant = { workspaceId: 'ws_two', mode: 'live' };

/** So far ahead that the service's own worker leaves it alone. */
const at = (seconds: number) => new Date(Date.UTC(2100, 0, 1, 0, 0, seconds));

describe('the listings whose leads have to be looked at', () => {
  let pipeline: Pipeline;
  beforeEach(async () => {
    pipeline = await startPipeline();
  });
  afterEach(() => pipeline.stop());

  async function due(afterWorkspace = '', now = at(60)) {
    const found = await pipeline.context.repricings.next('live', afterWorkspace, now, 10);
    return found.map(({ workspace_id, listing_id }) => `${workspace_id} ${listing_id}`);
  }

  it('are kept once each, however many note them at once', async () => {
    const { repricings } = pipeline.context;
    const some = ['unit_a', 'unit_b', 'unit_a'];
    await Promise.all(Array.from({ length: 10 }, (_, place) => repricings.note(one, some, 'req_1', at(place))));
    expect((await due()).sort()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
  });

  it('come workspace by workspace, round again, the longest due first', async () => {
    const { repricings } = pipeline.context;
    await repricings.note(one, ['unit_b'], 'req_1', at(2));
    await repricings.note(one, ['unit_a'], 'req_1', at(1));
    await repricings.note(two, ['unit_c'], 'req_1', at(0));
    expect(await due()).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await due('ws_one')).to.deep.equal(['ws_two unit_c']);
    expect(await due('ws_two')).to.deep.equal(['ws_one unit_a', 'ws_one unit_b']);
    expect(await due('ws_one', at(0))).to.deep.equal(['ws_two unit_c']);
  });

  it('do not lose their turn when they change again, and are not settled by who looked before', async () => {
    const { repricings } = pipeline.context;
    await repricings.note(one, ['unit_a'], 'req_1', at(1));
    const before = await repricings.next('live', '', at(60), 10);
    await repricings.note(one, ['unit_a'], 'req_2', at(50));
    for (const next of [null, { due_at: at(100) }]) await repricings.settle(one, before, () => next);
    const [after] = await repricings.next('live', '', at(60), 10);
    expect(after).to.deep.include({ due_at: at(1), since: at(50), request_id: 'req_2' });
  });

  it('are kept until they are settled for good', async () => {
    const { repricings } = pipeline.context;
    await repricings.note(one, ['unit_a', 'unit_b'], 'req_1', at(1));
    const all = await repricings.next('live', '', at(60), 10);
    await repricings.settle(one, all, ({ listing_id }) => (listing_id === 'unit_a' ? null : { due_at: at(90) }));
    expect(await due()).to.deep.equal([]);
    expect(await due('', at(90))).to.deep.equal(['ws_one unit_b']);
  });
});
