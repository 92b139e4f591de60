import { everyWorkspace } from '@plotline/kit/core/caller';
import {
  createMaintenanceJobs,
  createMaintenanceWorker,
  type Rebuilds,
  rebuildRecords,
} from '@plotline/kit/ops/rebuilds/rebuild';
import { runRebuilds } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { expect } from 'chai';
import { createCollections, createTestRuntime, removeRuntime } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

async function startMaintenance() {
  const runtime = await createTestRuntime('maintenance');
  const jobs = createMaintenanceJobs(runtime);
  const things = thingCollection(runtime);
  await createCollections(runtime);
  const workers: { stop(): Promise<void> }[] = [];
  return {
    runtime,
    jobs,
    things,
    work(rebuilds: Rebuilds) {
      const reset = async () => undefined;
      const worker = createMaintenanceWorker(runtime, jobs, { reset, rebuilds });
      worker.start();
      workers.push(worker);
      return worker;
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await removeRuntime(runtime);
    },
  };
}

describe('runRebuilds', () => {
  const maintenance = useFixturePerTest(startMaintenance);

  it('runs the given rebuilds in both databases, or all rebuilds if none is given; an unknown name runs nothing', async () => {
    const { runtime, jobs, work } = maintenance();
    const runs: string[] = [];
    const rebuild = (name: string) => async (mode: string) => {
      runs.push(`${name} ${mode}`);
      return { checked: 0, corrected: 0 };
    };
    const rebuilds = { counters: rebuild('counters'), leads: rebuild('leads') };
    work(rebuilds);
    await runRebuilds(runtime, jobs, rebuilds, ['leads']);
    expect(runs.splice(0)).to.deep.equal(['leads live', 'leads sandbox']);
    await runRebuilds(runtime, jobs, rebuilds, []);
    expect(runs.splice(0)).to.deep.equal(['counters live', 'counters sandbox', 'leads live', 'leads sandbox']);
    expect(await runRebuilds(runtime, jobs, rebuilds, ['leads', 'deals']).then(() => 'done', String)).to.include(
      'deals',
    );
    expect(runs).to.deep.equal([]);
  });

  it('continues after the last batch when the process stops, and reports the total', async () => {
    const { runtime, jobs, things, work } = maintenance();
    const names = Array.from({ length: 120 }, (_, place) => `n${String(place).padStart(4, '0')}`);
    await things.in({ workspaceId: 'ws_1', mode: 'live' }).insert(names.map((name) => thing(name)));
    const seen: string[] = [];
    const create = (until: number, onLimit: () => void): Rebuilds => ({
      things: (mode, progress) =>
        rebuildRecords<Thing>(things.acrossWorkspaces(mode), progress, {
          maxBatch: 50,
          correct: async ({ id }) => {
            seen.push(id);
            if (seen.length === until) {
              onLimit();
              await new Promise(() => undefined);
            }
            return id.endsWith('0') ? { expected: 1, found: 0 } : null;
          },
        }),
    });
    let stop: () => void = () => undefined;
    const atLimit = new Promise<void>((resolve) => {
      stop = resolve;
    });
    const first = work(create(70, () => stop()));
    const done = runRebuilds(
      runtime,
      jobs,
      create(0, () => undefined),
      [],
    );
    await atLimit;
    await first.stop();
    work(create(0, () => undefined));
    await done;
    const [job] = await jobs.collection.in({ workspaceId: everyWorkspace, mode: 'live' }).find({});
    expect(job?.counts).to.deep.equal({ checked: 120, corrected: 12 });
    expect(seen).to.have.length(70 + 70);
    expect(new Set(seen).size).to.equal(120);
  });
});
