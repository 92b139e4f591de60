import { randomBytes } from 'node:crypto';
import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { testCaller } from '../../../../support/test-runtime.js';
import { useArchive } from './archive-fixture.js';

const caller = () => testCaller();

describe('the archive of a journal', () => {
  const archived = useArchive();

  /** Erases the timelines in a transaction, as the deletion of a lead does. */
  const erase = async (...subjects: string[]) => {
    const { journal } = archived().runtime;
    await journal.commit({ caller: caller() }, async (session) => {
      await journal.eraseAll(caller(), subjects, session);
      return { entries: [] };
    });
  };

  const readTotal = async (subject: string) => {
    const { entries, total } = await archived().runtime.journal.readTimeline(caller(), subject, {
      skip: 0,
      limit: 100,
    });
    expect(entries).to.have.length(total);
    return total;
  };

  it('takes the entries of a record that are at least half as old as its oldest must be', async () => {
    const { add, archive, count } = archived();
    for (const age of [31, 29, 16, 14, 1]) await add('thing_half', age);
    for (const age of [29, 16]) await add('thing_young', age);
    await archive();
    expect(await count('journal', { subject: 'thing_half' })).to.equal(2);
    expect(await count('journal', { subject: 'thing_young' })).to.equal(2);
    expect(await count('journal_archive', { subject: 'thing_half' }), 'blocks of the record').to.equal(1);
    expect(await readTotal('thing_half')).to.equal(5);
    await archive(10);
    expect(await count('journal', { subject: 'thing_young' }), 'ten days later').to.equal(0);
    expect(await readTotal('thing_young')).to.equal(2);
  });

  it('leaves entries whose events are not published', async () => {
    const { add, archive, count } = archived();
    await add('thing_waiting', 60, { unpublished: new Date(), share: 0 });
    await add('thing_waiting', 50);
    await archive();
    expect(await count('journal', { subject: 'thing_waiting' })).to.equal(1);
    expect(await readTotal('thing_waiting')).to.equal(2);
  });

  it('keeps the entries when the bucket refuses, stores only a part, or changes the content', async () => {
    const { add, archive, count, interfere, bucket } = archived();
    for (const age of [60, 50, 40]) await add('thing_safe', age);
    const failures = {
      refuses: () => Promise.reject(unavailable('The file store refused access.')),
      shortens: async (key: string, content: AsyncIterable<Buffer>) => {
        for await (const chunk of content) await bucket.put(key, toContent(chunk.subarray(0, 10)));
      },
      changes: async (key: string, content: AsyncIterable<Buffer>) => {
        for await (const chunk of content) await bucket.put(key, toContent(Buffer.alloc(chunk.length)));
      },
    };
    for (const [name, put] of Object.entries(failures)) {
      interfere({ put });
      expect(await archive().catch(() => 'failed'), name).to.equal('failed');
      expect(await count('journal', { subject: 'thing_safe' }), name).to.equal(3);
    }
    interfere({});
    await archive();
    expect([await count('journal', { subject: 'thing_safe' }), await readTotal('thing_safe')]).to.deep.equal([0, 3]);
  });

  it('never brings back a timeline that was erased or moved while it was being archived', async () => {
    const { add, archive, count, interfere, bucket, runtime } = archived();
    for (const subject of ['thing_erased', 'thing_moved', 'thing_stays']) {
      for (const age of [60, 50]) await add(subject, age);
    }
    interfere({
      put: async (key, content) => {
        await bucket.put(key, content);
        await erase('thing_erased');
        await runtime.journal.commit({ caller: caller() }, async (session) => {
          await runtime.journal.move(caller(), 'thing_moved', 'thing_target', session);
          return { entries: [] };
        });
      },
    });
    await archive();
    const subjects = ['thing_erased', 'thing_moved', 'thing_target', 'thing_stays'];
    expect(await Promise.all(subjects.map(readTotal))).to.deep.equal([0, 0, 2, 2]);
    expect(await count('journal_archive', { subject: { $in: ['thing_erased', 'thing_moved'] } })).to.equal(0);
    interfere({});
    await archive();
    expect([await count('journal', { subject: 'thing_target' }), await readTotal('thing_target')]).to.deep.equal([
      0, 2,
    ]);
  });

  it('erases a timeline with its key, and removes the object when no key is left', async () => {
    const { add, archive, count, listKeys } = archived();
    const known = new Set(await listKeys());
    for (const subject of ['thing_first', 'thing_second']) for (const age of [60, 50]) await add(subject, age);
    await archive();
    const isLeft = async () => (await listKeys()).filter((key) => !known.has(key)).length;
    await erase('thing_first');
    expect([await readTotal('thing_first'), await readTotal('thing_second')]).to.deep.equal([0, 2]);
    expect(await count('journal_archive', { subject: 'thing_first' })).to.equal(0);
    await archive(2);
    expect(await isLeft(), 'objects while one of its records exists').to.equal(1);
    await erase('thing_second');
    await archive(4);
    expect(await isLeft(), 'objects of erased records').to.equal(0);
  });

  it('reveals nothing to readers of the bucket who lack the key', async () => {
    const { add, archive, bucket, listKeys, runtime } = archived();
    await add('thing_private', 60, { description: 'Ann Smith called.', attributes: { email: 'ann@example.com' } });
    await archive();
    const stored: Buffer[] = [];
    for (const key of await listKeys()) for await (const chunk of bucket.read(key)) stored.push(chunk);
    const content = Buffer.concat(stored).toString('latin1');
    for (const word of ['Ann Smith', 'ann@example.com', 'thing_private', 'ws_test']) {
      expect(content, word).not.to.include(word);
    }
    const blocks = runtime.databases.live.collection('journal_archive');
    await blocks.updateOne({ subject: 'thing_private' }, { $set: { secret: randomBytes(32) } });
    const { entries } = await runtime.journal.readTimeline(caller(), 'thing_private', { skip: 0, limit: 10 });
    expect(entries, 'with another key').to.deep.equal([]);
  });
});

async function* toContent(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
