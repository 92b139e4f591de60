import { randomUUID } from 'node:crypto';
import { modes } from '@plotline/kit/store/connection/connect';
import { type EntryInput, type EventInput, shareCount, toShare } from '@plotline/kit/store/journal/entry';
import { Outbox } from '@plotline/kit/store/journal/outbox';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';
import { FakeBroker, type Replica, startReplica } from './relay-fixture.js';

const numbersTo = (count: number) => Array.from({ length: count }, (_, number) => number);

describe('the relays of replicas', () => {
  const runtime = useTestRuntime('relays');
  const replicas: Replica[] = [];
  let broker: FakeBroker;
  let committer: Replica | null;
  let lastNumber: number;

  before(() => createCollections(runtime()));

  beforeEach(() => {
    broker = new FakeBroker();
    committer = null;
    lastNumber = -1;
    runtime().journal.onCommit((mode, entries) => committer?.onCommit(mode, entries));
  });

  afterEach(async () => {
    for (const replica of replicas.splice(0)) await replica.stop();
    for (const mode of modes) await runtime().databases[mode].collection('journal').deleteMany({});
  });

  function start(number = 0): Replica {
    const replica = startReplica(runtime(), broker, number);
    replicas.push(replica);
    return replica;
  }

  /** Commits changes to one record. Each change has an event with the next number. */
  async function commit(
    count: number,
    name = 'thing.changed',
    others: readonly EventInput[] = [],
    workspaceId?: string,
  ): Promise<void> {
    const entries: EntryInput[] = numbersTo(count).map(() => {
      lastNumber += 1;
      const events = [{ name, data: { number: lastNumber } }, ...others];
      return { subject: 'thing_one', type: 'field_update', description: randomUUID(), events };
    });
    await runtime().journal.commit({ caller: testCaller(workspaceId) }, async () => ({ entries }));
  }

  const countUnpublished = async () =>
    (await new Outbox(runtime().databases).findDue('live', new Date(broker.time.now() + 600_000), 10_000)).length;
  const untilPublished = (count: number) =>
    broker.passUntil(() => expect(new Set(broker.numbers)).to.have.property('size', count));

  it('publish a backlog that takes longer than a lease from one replica, once and in order', async () => {
    for (const _ of numbersTo(10)) await commit(100);
    // The process that committed newer entries publishes them, and the replicas take turns.
    broker.time.advance(Date.now() - broker.time.now() + 1_000);
    broker.delayMs = 500;
    for (const number of [1, 2, 3]) start(number);
    await untilPublished(1_000);
    await broker.passUntil(async () => expect(await countUnpublished()).to.equal(0));
    expect(broker.numbers).to.deep.equal(numbersTo(1_000));
    expect(new Set(broker.published.map(({ relay }) => relay))).to.have.property('size', 1);
  });

  it('share the backlog of many workspaces, so that a hanging replica delays only two shares', async () => {
    const workspaces = numbersTo(40).map((number) => `ws_shared_${number}`);
    for (const workspaceId of workspaces) await commit(1, 'thing.changed', [], workspaceId);
    const sizes = numbersTo(shareCount).map((share) => workspaces.filter((id) => toShare(id) === share).length);
    const [largest = 0, second = 0] = sizes.toSorted((one, next) => next - one);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    broker.beforePublish = async (_events, relay) => (relay === 1 ? released : undefined);
    broker.time.advance(Date.now() - broker.time.now() + 1_000);
    start(1);
    start(2);
    try {
      const ofSecond = () => broker.published.filter(({ relay }) => relay === 2);
      await broker.passUntil(() => expect(ofSecond()).to.have.length.of.at.least(40 - largest - second));
    } finally {
      release();
    }
    await untilPublished(40);
    await broker.passUntil(async () => expect(await countUnpublished()).to.equal(0));
  });

  it("publish one mode's events while the other mode has a long backlog", async () => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    broker.beforePublish = async ([event]) => (event?.mode === 'sandbox' ? released : undefined);
    committer = start();
    const entries: EntryInput[] = [
      { subject: 'thing_one', type: 'field_update', description: 'x', events: [{ name: 'thing.changed', data: {} }] },
    ];
    await runtime().journal.commit({ caller: testCaller('ws_1', 'sandbox') }, async () => ({ entries }));
    try {
      committer.setConnected(false);
      await commit(5);
      committer.setConnected(true);
      await untilPublished(5);
    } finally {
      release();
    }
  });

  it('publish in commit order across an outage of the broker', async () => {
    committer = start();
    await commit(5);
    await untilPublished(5);
    committer.setConnected(false);
    for (const _ of numbersTo(5)) await commit(1);
    // Entries have real time. On a busy machine, more real time may have passed than relay time.
    broker.time.advance(Math.max(0, Date.now() - broker.time.now()));
    committer.setConnected(true);
    for (const _ of numbersTo(30)) await commit(1);
    await untilPublished(40);
    expect(broker.numbers).to.deep.equal(numbersTo(40));
  });

  it('drop events from memory once other replicas have published them', async () => {
    committer = start(1);
    await commit(1);
    await untilPublished(1);
    // The test's time passes faster than the mark is stored, so another relay would treat the entry as abandoned.
    await broker.passUntil(async () => expect(await countUnpublished()).to.equal(0));
    const stuck = committer;
    broker.beforePublish = async () => {
      stuck.setConnected(false);
      throw new Error('the connection was lost');
    };
    await commit(200);
    await broker.passUntil(() => expect(broker.published).to.have.length(1));
    broker.beforePublish = async () => undefined;
    start(2);
    await untilPublished(201);
    stuck.setConnected(true);
    await commit(1);
    await untilPublished(202);
    expect(broker.numbers).to.deep.equal(numbersTo(202));
  });

  it('keep an event that no queue accepts, and publish all others, including later ones', async () => {
    broker.unroutable.add('thing.unknown');
    committer = start();
    for (const _ of numbersTo(3)) await commit(100, 'thing.unknown');
    await commit(50);
    await broker.passUntil(() => expect(broker.numbers).to.deep.equal(numbersTo(350).slice(300)));
    await broker.passUntil(async () => expect(await countUnpublished()).to.equal(300));
    broker.unroutable.clear();
    await untilPublished(350);
    await broker.passUntil(async () => expect(await countUnpublished()).to.equal(0));
    expect(broker.numbers).to.have.length(350);
  });

  it('republish only those events of an entry that no queue accepted', async () => {
    broker.unroutable.add('thing.unknown');
    committer = start();
    await commit(1, 'thing.changed', [{ name: 'thing.unknown', data: { number: 'late' } }]);
    await broker.passUntil(() => expect(broker.numbers).to.deep.equal([0]));
    broker.unroutable.clear();
    await broker.passUntil(() => expect(broker.numbers).to.deep.equal([0, 'late']));
  });

  it('report how long entries have waited, and the number of entries with unroutable events', async () => {
    broker.unroutable.add('thing.unknown');
    const replica = start();
    replica.setConnected(false);
    await commit(3, 'thing.unknown');
    const readAge = () => replica.readGauge('plotline_relay_oldest_unpublished_seconds');
    await broker.passUntil(async () => expect(await readAge()).to.be.within(2, 30));
    replica.setConnected(true);
    await broker.passUntil(async () => expect(await readAge()).to.equal(0));
    // Unroutable events are counted when a relay starts, and then once a minute.
    const started = start();
    await broker.passUntil(async () =>
      expect(await started.readGauge('plotline_relay_unroutable_entries')).to.equal(3),
    );
  });

  it('report no waiting time while the outbox cannot be read', async () => {
    const replica = start();
    const readAge = () => replica.readGauge('plotline_relay_oldest_unpublished_seconds');
    await broker.passUntil(async () => expect(await readAge()).to.equal(0));
    replica.setOutboxCut(true);
    await broker.passUntil(async () => expect(await readAge()).to.be.NaN);
    replica.setOutboxCut(false);
    await broker.passUntil(async () => expect(await readAge()).to.equal(0));
  });

  it('leave events that do not fit in memory in the journal, in order', async () => {
    committer = start();
    await commit(1);
    await untilPublished(1);
    broker.delayMs = 50;
    for (const _ of numbersTo(25)) await commit(100);
    await untilPublished(2_501);
    expect(broker.numbers).to.deep.equal(numbersTo(2_501));
  });
});
