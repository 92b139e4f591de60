import { fromStart, type RebuildStep, type Wrong } from '@plotline/kit/ops/rebuilds/rebuild';
import { type CounterSource, correctCounters, rebuildCounters } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { Counters } from '@plotline/kit/store/counters';
import type { Collection } from '@plotline/kit/store/records/collection';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

describe('rebuildCounters', () => {
  const runtime = useTestRuntime('rebuilds');
  let things: Collection<Thing>;
  let source: CounterSource;

  before(async () => {
    things = thingCollection(runtime());
    const counters = new Counters(runtime(), { name: 'thing_counts', shardsOf: () => 2, isOwned: true });
    await createCollections(runtime());
    source = {
      counters,
      count: async (tenant, session) => {
        const found = await things.in(tenant).find({}, { session });
        return new Map(found.map(({ id, count }) => [id, { notes: count }]));
      },
      lockOwners: (tenant, ids, session) => things.in(tenant).lock({ _id: { $in: ids } }, session),
    };
    for (const workspace of ['ws_1', 'ws_2', 'ws_3']) {
      await things.in(testCaller(workspace)).insert([thing(`of_${workspace}`, { count: 3 })]);
    }
  });

  const countOf = async (workspace: string) => {
    const counters = await source.counters.getMany(testCaller(workspace), [`thing_of_${workspace}`]);
    return counters.get(`thing_of_${workspace}`)?.counts;
  };
  const rebuild = (progress = fromStart) =>
    rebuildCounters(runtime(), [source], (mode) => things.listWorkspaces(mode), 'live', progress);

  it('reports the wrong counters of the given workspace in a dry run, and stores nothing', async () => {
    const wrong: Wrong[] = [];
    const dryRun = { workspaceId: 'ws_2', onWrong: (one: Wrong) => void wrong.push(one) };
    await rebuild({ ...fromStart, dryRun });
    const numbers = { expected: { notes: 3 }, found: { notes: 0 } };
    expect(wrong).to.deep.equal([{ workspace_id: 'ws_2', id: 'thing_of_ws_2', ...numbers }]);
    expect(await countOf('ws_2')).to.equal(undefined);
  });

  it('continues after the last finished workspace, and corrects each later one', async () => {
    const steps: RebuildStep[] = [];
    const advance = async (step: RebuildStep) => void steps.push(step);
    expect(await rebuild({ after: 'ws_1', advance })).to.deep.equal({ checked: 2, corrected: 2 });
    expect(steps.map(({ after, corrected }) => [after, corrected])).to.deep.equal([
      ['ws_2', 1],
      ['ws_3', 1],
    ]);
    expect([await countOf('ws_1'), await countOf('ws_3')]).to.deep.equal([undefined, { notes: 3 }]);
    expect(await rebuild()).to.deep.equal({ checked: 3, corrected: 1 });
  });

  it('creates no counter for a record that is deleted after it was counted', async () => {
    const tenant = testCaller('ws_1');
    await things.in(tenant).insert([thing('leaving', { count: 1 })]);
    let isFirst = true;
    const interrupted: CounterSource = {
      ...source,
      count: async (of, session) => {
        const counted = await source.count(of, session);
        if (isFirst) await things.in(tenant).delete({ _id: 'thing_leaving' });
        isFirst = false;
        return counted;
      },
    };
    await correctCounters(runtime(), interrupted, tenant);
    expect(isFirst).to.equal(false);
    expect(await source.counters.listKeys(tenant)).to.deep.equal(['thing_of_ws_1']);
  });
});
