import type { Consumer } from '@plotline/kit/broker/consume';
import { formatEnvelope, type InboundEvent } from '@plotline/kit/broker/message';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { everyWorkspace } from '@plotline/kit/core/caller';
import { requestLifetimeMs } from '@plotline/kit/core/time';
import { createMaintenanceWorker } from '@plotline/kit/ops/rebuilds/rebuild';
import { SandboxResets, toResetEvent } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import { expect } from 'chai';
import { giveBack, migratePooled, type PooledDatabases, takeDatabases } from '../../../support/database-pool.js';
import { eventually } from '../../../support/eventually.js';
import { createTestRuntime, noMigrations, testCaller } from '../../../support/test-runtime.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

const start = new Date(Date.UTC(2026, 2, 1, 12));
const before = new Date(start.getTime() - 1);
const after = new Date(start.getTime() + 1);
const one: Tenant = { workspaceId: 'ws_one', mode: 'sandbox' };
const two: Tenant = { workspaceId: 'ws_two', mode: 'sandbox' };

function sandboxEvent(name: string, workspaceId: string, timestamp: Date, data: unknown = {}, mode: Mode = 'sandbox') {
  const payload = formatEnvelope({ id: 'evt_1', event: name, timestamp, workspace_id: workspaceId, data });
  return { id: 'evt_1', name, mode, payload, requestId: 'req_1' } satisfies InboundEvent;
}

describe('SandboxResets', () => {
  let pooled: PooledDatabases;
  let runtime: ServiceRuntime;
  let things: Collection<Thing>;
  let settings: Collection<Versioned>;
  let now: Date;
  let resets: SandboxResets;
  let corrected: Tenant[];
  beforeEach(async () => {
    now = after;
    corrected = [];
    pooled = takeDatabases('resets');
    runtime = await createTestRuntime('resets', () => now, pooled.name);
    resets = new SandboxResets(runtime);
    things = thingCollection(runtime);
    settings = runtime.collection<Versioned>({
      name: 'settings',
      schema: createRecordSchema({}),
      indexes: [],
      reset: 'kept',
    });
    await migratePooled(pooled, runtime, noMigrations);
  });
  afterEach(async () => {
    await giveBack(pooled, runtime.databases);
    await runtime.databases.close();
  });

  /** Runs the worker until nothing is due. */
  async function run(): Promise<void> {
    const reset = resets.createRun(runtime, { correct: async (tenant) => void corrected.push(tenant) });
    const worker = createMaintenanceWorker(runtime, resets.jobs, { reset });
    worker.start();
    await eventually(async () => {
      // Uses one query, because a running job may create the jobs that are due next.
      const atWork = { $or: [{ resume_at: { $lte: now } }, { status: 'running' }] };
      expect(await resets.jobs.collection.acrossWorkspaces('sandbox').count(atWork)).to.equal(0);
    });
    await worker.stop();
  }

  async function reset(workspaceId = 'ws_one', startedAt = start): Promise<void> {
    const { name, data } = toResetEvent({ workspaceId, startedAt });
    await resets.createConsumer('things').handle(sandboxEvent(name, workspaceId, startedAt, data, 'live'));
  }

  async function stored(tenant: Tenant): Promise<string[]> {
    return (await things.in(tenant).find({}, { sort: { _id: 1 } })).map(({ name }) => name);
  }

  const add = (tenant: Tenant, name: string, created_at: Date) =>
    things.in(tenant).insert([thing(name, { created_at })]);

  it("removes a workspace's earlier sandbox records, and keeps newer, live and exempt records and other workspaces' records", async () => {
    const live: Tenant = { ...one, mode: 'live' };
    await add(one, 'old', before);
    await add(one, 'of the start', start);
    await add(one, 'new', after);
    await add(two, 'other', before);
    await add(live, 'live', before);
    await settings.in(one).insert([{ id: 'setting', version: 1 }]);
    await reset();
    await run();
    expect([await stored(one), await stored(two), await stored(live)]).to.deep.equal([['new'], ['other'], ['live']]);
    expect(await settings.in(one).get('setting')).to.not.equal(null);
    expect(corrected).to.deep.equal([one]);
  });

  it('removes more records than fit into one chunk', async () => {
    const many = Array.from({ length: 1_201 }, (_, place) => thing(`many_${place}`, { created_at: before }));
    await things.in(one).insert(many);
    await reset();
    await run();
    expect(await things.in(one).count({})).to.equal(0);
  });

  it('removes the journal with its unpublished events, stored responses and deferred jobs', async () => {
    const queue = new SubjectJobs(runtime, 'queue');
    await migratePooled(pooled, runtime, noMigrations);
    const other = testCaller('ws_two', 'sandbox');
    now = before;
    for (const caller of [testCaller('ws_one', 'sandbox'), other]) {
      const claim = await runtime.idempotency.claim(caller, 'key', 'request');
      if ('replay' in claim) throw new Error('replayed');
      const entries = [
        { subject: 'thing_a', type: 'created', description: 'Created.', events: [{ name: 'thing.created', data: {} }] },
      ];
      await runtime.journal.commit({ caller, claim }, async () => ({ entries, answer: { status: 204 } }));
      const work = { subjectIds: ['thing_a'], requestId: 'req_1', since: before, resumeAt: before };
      await queue.enqueue({ workspaceId: caller.workspaceId, mode: 'sandbox' }, work);
    }
    // Stored answers use the machine's clock instead of `now`.
    const startedAt = new Date(Date.now() + 1);
    now = new Date(startedAt.getTime() + 1_000);
    await reset('ws_one', startedAt);
    await run();
    const { sandbox } = runtime.databases;
    for (const [name, left] of [
      ['journal', 1],
      ['idempotency', 2],
      ['queue', 1],
    ] as const) {
      const found = await sandbox.collection<{ workspace_id: string }>(name).find({}).toArray();
      expect(
        found.map(({ workspace_id }) => workspace_id),
        name,
      ).to.deep.equal(Array(left).fill('ws_two'));
    }
  });

  it('removes records that requests from before the reset store later, until no such request can be running', async () => {
    await reset();
    await run();
    await add(one, 'late', before);
    await run();
    expect(await stored(one), 'before the time').to.deep.equal(['late']);
    now = new Date(start.getTime() + requestLifetimeMs + 1_000);
    await run();
    expect(await stored(one)).to.deep.equal([]);
    await add(one, 'imported with its date', before);
    now = new Date(now.getTime() + requestLifetimeMs);
    await run();
    expect(await stored(one), 'the reset is over').to.deep.equal(['imported with its date']);
  });

  it('uses the latest reset when events are delivered twice or out of order', async () => {
    await add(one, 'between', after);
    const later = new Date(after.getTime() + 10);
    now = later;
    await reset('ws_one', later);
    await reset('ws_one', start);
    await reset('ws_one', later);
    await run();
    expect(await stored(one)).to.deep.equal([]);
  });

  it('resets every workspace with one event', async () => {
    await add(one, 'of one', before);
    await add(two, 'of two', before);
    await add(two, 'new', after);
    await reset(everyWorkspace);
    await run();
    expect([await stored(one), await stored(two)]).to.deep.equal([[], ['new']]);
  });

  it('reports the number of removed records, and publishes no event about its job', async () => {
    await add(one, 'old', before);
    await reset();
    await run();
    const [job] = await resets.jobs.collection.in(one).find({});
    expect(job).to.include({ status: 'queued', processed: 1 });
    expect(await runtime.databases.sandbox.collection('journal').countDocuments({})).to.equal(0);
  });

  it('drops only sandbox events from before a reset', async () => {
    const handled: string[] = [];
    const consumer: Consumer = {
      queue: 'q',
      bindings: [],
      prefetch: 1,
      handle: async ({ name }) => void handled.push(name),
    };
    const { handle } = resets.ignoreReset(consumer);
    const offer = async () => {
      handled.length = 0;
      await handle(sandboxEvent('old', 'ws_one', start));
      await handle(sandboxEvent('new', 'ws_one', after));
      await handle(sandboxEvent('other', 'ws_two', start));
      await handle(sandboxEvent('live', 'ws_one', start, {}, 'live'));
      return [...handled];
    };
    expect(await offer()).to.deep.equal(['old', 'new', 'other', 'live']);
    await reset();
    expect(await offer()).to.deep.equal(['new', 'other', 'live']);
    await reset(everyWorkspace);
    expect(await offer()).to.deep.equal(['new', 'live']);
  });

  it('refuses events without a time', async () => {
    const { handle } = resets.createConsumer('things');
    for (const data of [
      {},
      { workspace_id: 'ws_one' },
      { workspace_id: 'ws_one', started_at: 'soon' },
      { started_at: start },
    ]) {
      const outcome = await handle(sandboxEvent('sandbox.reset', 'ws_one', start, data, 'live')).catch(String);
      expect(outcome, JSON.stringify(data)).to.match(/event's/);
    }
    expect(await resets.isReset('ws_one', before)).to.equal(false);
  });

  it('refuses a service that has an undeclared collection', () => {
    runtime.collection<Versioned>({ name: 'undeclared', schema: createRecordSchema({}), indexes: [] });
    expect(() => resets.createRun(runtime, {})).to.throw('undeclared has no created_at');
  });
});
