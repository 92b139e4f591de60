import { type Entry, journalCollection, toEntry } from '@plotline/kit/store/journal/entry';
import { Outbox, republish } from '@plotline/kit/store/journal/outbox';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../../support/test-runtime.js';

describe('republish', () => {
  const runtime = useTestRuntime('republish');
  before(() => createCollections(runtime()));
  const database = () => runtime().databases.live;

  /** Creates a published entry. The time in its id is now or many years ago. */
  function createEntry(subject: string, { isOld = false, workspaceId = 'ws_1', hasEvents = true } = {}): Entry {
    const events = hasEvents ? [{ name: 'thing.told', data: { id: subject } }] : [];
    const input = { subject, type: 'created', description: 'Made.', events };
    const { unpublished: _waiting, ...entry } = toEntry({ ...testCaller(), workspaceId }, new Date(), input);
    return { ...entry, _id: isOld ? `act_0100000000${entry._id.slice(-16)}` : entry._id };
  }

  it('puts only the entries published since the given time into the outbox, in order', async () => {
    const since = new Date(Date.now() - 60_000);
    const many = Array.from({ length: 1_100 }, (_, place) => createEntry(`thing_${place}`));
    const others = [
      createEntry('thing_old', { isOld: true }),
      createEntry('thing_without', { hasEvents: false }),
      createEntry('thing_foreign', { workspaceId: 'ws_2' }),
    ];
    await database()
      .collection<Entry>(journalCollection)
      .insertMany([...many, ...others]);
    expect(await republish(database(), { since, workspaceId: 'ws_1' })).to.equal(1_100);

    const outbox = new Outbox(runtime().databases);
    const read: string[] = [];
    for (;;) {
      const due = await outbox.findDue('live', new Date(Date.now() + 60_000), 100);
      if (due.length === 0) break;
      read.push(...due.map(({ subject }) => subject));
      await outbox.markPublished(
        'live',
        due.map(({ _id }) => _id),
      );
    }
    expect(read).to.deep.equal(many.map(({ subject }) => subject));
    expect(await republish(database(), { since })).to.equal(1_101);
    // Waiting entries are not put back a second time.
    expect(await republish(database(), { since })).to.equal(0);
  });
});
