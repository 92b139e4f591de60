import { expect } from 'chai';
import { thing, thingCollection } from '../../../../kit/thing-store.js';
import { createCollections, useTestRuntime } from '../../../../support/test-runtime.js';

describe('database commands with many bytes', () => {
  const runtime = useTestRuntime('large');

  it('read a page that is larger than a message', async () => {
    const things = thingCollection(runtime());
    await createCollections(runtime());
    const records = things.in({ workspaceId: 'ws_large', mode: 'live' });
    const notes = ['x'.repeat(9_000_000)];
    for (const name of ['one', 'two']) await records.insert([thing(`large_${name}`, { notes })]);
    const page = { sort: { _id: 1 }, limit: 2 } as const;
    const found = await records.findEach([{ filter: {}, hint: 'created_at' }], page);
    const ids = ['thing_large_one', 'thing_large_two'];
    expect(found.map(({ id }) => id)).to.deep.equal(ids);
    // Simultaneous requests also share one read.
    const each = await Promise.all(ids.map((id) => records.get(id)));
    expect(each.map((one) => one?.id)).to.deep.equal(ids);
  });
});
