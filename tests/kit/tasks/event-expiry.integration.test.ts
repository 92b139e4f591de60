import { type Entry, journalCollection, toEntry } from '@plotline/kit/store/journal/entry';
import { createEventExpiry, EventExpiry } from '@plotline/kit/tasks/periodic-task';
import { expect } from 'chai';
import { createCollections, testCaller, useTestRuntime } from '../../support/test-runtime.js';

describe('EventExpiry', () => {
  const runtime = useTestRuntime('event_expiry');
  before(() => createCollections(runtime()));
  const collection = () => runtime().databases.live.collection<Entry>(journalCollection);

  /** Creates an entry with an event, published by default. The time in its id is now or many years ago. */
  async function addEntry(subject: string, { isOld = true, isPublished = true } = {}): Promise<void> {
    const events = [{ name: 'thing.told', data: { id: subject } }];
    const input = { subject, type: 'created', description: 'Made.', events };
    const { unpublished, ...entry } = toEntry(testCaller(), new Date(), input);
    const _id = isOld ? `act_0100000000${entry._id.slice(-16)}` : entry._id;
    await collection().insertOne({ ...entry, _id, ...(isPublished || !unpublished ? {} : { unpublished }) });
  }

  const countEvents = async () => {
    const entries = await collection().find({}).sort({ _id: 1 }).toArray();
    return Object.fromEntries(entries.map(({ subject, events = [] }) => [subject, events.length]));
  };

  it('drops only events of entries that were published at least a day ago', async () => {
    await addEntry('thing_old');
    await addEntry('thing_waiting', { isPublished: false });
    await addEntry('thing_new', { isOld: false });
    await createEventExpiry(runtime()).run();
    expect(await countEvents()).to.deep.equal({ thing_old: 0, thing_waiting: 1, thing_new: 1 });
    const { entries } = await runtime().journal.readTimeline(testCaller(), 'thing_old', { skip: 0, limit: 2 });
    expect(entries.map(({ description }) => description)).to.deep.equal(['Made.']);
  });

  it('continues where it stopped, with newly expired entries', async () => {
    const expiry = new EventExpiry(runtime().databases);
    const tomorrow = Date.now() + 25 * 3_600_000;
    expect(await expiry.dropBatch('live', tomorrow)).to.equal(true);
    expect(await expiry.dropBatch('live', tomorrow)).to.equal(false);
    expect(await countEvents()).to.deep.equal({ thing_old: 0, thing_waiting: 1, thing_new: 0 });
  });
});
