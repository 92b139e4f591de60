import { type Entry, journalCollection, toEntry } from '@plotline/kit/journal/entry';
import { createEventExpiry, EventExpiry } from '@plotline/kit/journal/event-expiry';
import { expect } from 'chai';
import { encodeTime } from 'ulid';
import { createCollections, testCaller, useTestRuntime } from '../../support/test-runtime.js';

const hour = 3_600_000;

describe('EventExpiry', () => {
  const runtime = useTestRuntime('event_expiry');
  before(() => createCollections(runtime()));
  const collection = () => runtime().databases.live.collection<Entry>(journalCollection);

  /** An entry with an event that was made so many hours ago; published unless told otherwise. */
  async function addEntry(subject: string, hoursAgo: number, isPublished = true): Promise<void> {
    const events = [{ name: 'thing.told', data: { id: subject } }];
    const input = { subject, type: 'created', description: 'Made.', events };
    const { unpublished, ...entry } = toEntry(testCaller(), new Date(), input);
    const time = encodeTime(Date.now() - hoursAgo * hour, 10).toLowerCase();
    const _id = `act_${time}${entry._id.slice(-16)}`;
    await collection().insertOne({ ...entry, _id, ...(isPublished || !unpublished ? {} : { unpublished }) });
  }

  const countEvents = async () => {
    const entries = await collection().find({}).sort({ _id: 1 }).toArray();
    return Object.fromEntries(entries.map(({ subject, events = [] }) => [subject, events.length]));
  };

  it('drops the events of entries that were published a day ago, and of no other', async () => {
    await addEntry('thing_old', 30);
    await addEntry('thing_waiting', 29, false);
    await addEntry('thing_new', 20);
    await createEventExpiry(runtime()).run();
    expect(await countEvents()).to.deep.equal({ thing_old: 0, thing_waiting: 1, thing_new: 1 });
    const { entries } = await runtime().journal.readTimeline(testCaller(), 'thing_old', { skip: 0, limit: 2 });
    expect(entries.map(({ description }) => description)).to.deep.equal(['Made.']);
  });

  it('goes on where it ended, with what became old since', async () => {
    const expiry = new EventExpiry(runtime().databases);
    const inSixHours = Date.now() + 6 * hour;
    expect(await expiry.dropBatch('live', inSixHours)).to.equal(true);
    expect(await expiry.dropBatch('live', inSixHours)).to.equal(false);
    expect(await countEvents()).to.deep.equal({ thing_old: 0, thing_waiting: 1, thing_new: 0 });
  });
});
