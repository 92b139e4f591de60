import { WeeklyResets } from '@plotline/auth/workspaces/store/weekly-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Entry } from '@plotline/kit/store/journal/entry';
import { expect } from 'chai';
import { createCollections, createTestRuntime, newDatabaseName, removeRuntime } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';

const sundays = [1, 8, 15].map((day) => new Date(Date.UTC(2026, 10, day)));
const [first = new Date(0), second = new Date(0), third = new Date(0)] = sundays;

/** Processes of the auth service that share one database. */
async function startProcesses() {
  const database = newDatabaseName('auth');
  const runtimes: ServiceRuntime[] = [];
  const start = async () => {
    const runtime = await createTestRuntime('auth', undefined, database);
    runtimes.push(runtime);
    const resets = new WeeklyResets(runtime);
    await createCollections(runtime);
    return resets;
  };
  const published = async () => {
    const entries = await runtimes[0]?.databases.live.collection<Entry>('journal').find({}).sort({ _id: 1 }).toArray();
    return entries?.flatMap(({ events }) => events.map(({ payload }) => JSON.parse(payload).data)) ?? [];
  };
  const stop = async () => {
    const [one, ...others] = runtimes;
    for (const { databases } of others) await databases.close();
    if (one) await removeRuntime(one);
  };
  return { start, published, stop };
}

describe('WeeklyResets', () => {
  const processes = useFixturePerTest(startProcesses);
  const resetOf = (sunday: Date) => ({ workspace_id: '*', started_at: sunday.toISOString() });

  it('publish each reset once, across many processes and attempts', async () => {
    const stores = [await processes().start(), await processes().start(), await processes().start()];
    await stores[0]?.start(first);
    for (let round = 0; round < 3; round += 1) await Promise.all(stores.map((store) => store.start(second)));
    expect(await processes().published()).to.deep.equal([resetOf(second)]);
  });

  it('publish one missed reset after an outage, with the time when it was due', async () => {
    await (await processes().start()).start(first);
    await (await processes().start()).start(third);
    expect(await processes().published()).to.deep.equal([resetOf(third)]);
  });

  it('begin on the next Sunday when no reset was stored, and never go backwards', async () => {
    const store = await processes().start();
    await store.start(second);
    await store.start(second);
    await store.start(first);
    expect(await processes().published()).to.deep.equal([]);
    await store.start(third);
    expect(await processes().published()).to.deep.equal([resetOf(third)]);
  });
});
