import { createCollection, createIndexes, findMissing } from '@plotline/kit/store/indexes';
import { expect } from 'chai';
import { useTestRuntime } from '../../support/test-runtime.js';

describe('the indexes of a collection', () => {
  const runtime = useTestRuntime('indexes');
  const keys = { workspace_id: 1, name: 1 } as const;
  const declared = { name: 'things', indexes: [{ name: 'by_name', keys }] };

  const definitions = async () => {
    const indexes = await runtime().databases.live.collection('things').indexes();
    return Object.fromEntries(indexes.map(({ name, key }) => [name, key]));
  };

  it('are reported as missing until they are created, even when many processes create them simultaneously', async () => {
    const { live } = runtime().databases;
    expect(await findMissing(live, [declared])).to.deep.equal(['things']);
    await createCollection(live, declared);
    expect(await findMissing(live, [declared])).to.deep.equal(['things.by_name']);
    await Promise.all(Array.from({ length: 6 }, () => createIndexes(live, declared)));
    expect(await findMissing(live, [declared])).to.deep.equal([]);
    expect(await definitions()).to.deep.include({ by_name: keys });
  });

  it('are kept when a new release defines one of them again under another name', async () => {
    const { live } = runtime().databases;
    const changed = { workspace_id: 1, name: -1 } as const;
    await createIndexes(live, { name: 'things', indexes: [{ name: 'by_name', version: 2, keys: changed }] });
    expect(await definitions()).to.deep.include({ by_name: keys, by_name_2: changed });
  });

  it('include previous definitions in a new database, so that the previous release starts on it', async () => {
    const { live } = runtime().databases;
    const [former, changed] = [{ keys: { workspace_id: 1, at: 1 } as const }, { workspace_id: 1, at: -1 } as const];
    const collection = { name: 'news', indexes: [{ name: 'by_time', version: 2, keys: changed, former }] };
    await createCollection(live, collection);
    await createIndexes(live, collection);
    const before = { name: 'news', indexes: [{ name: 'by_time', ...former }] };
    expect(await findMissing(live, [before])).to.deep.equal([]);
    // The current release needs only the new index.
    await live.collection('news').dropIndex('by_time');
    expect(await findMissing(live, [collection])).to.deep.equal([]);
  });

  it('are not dropped if the same name gets a different definition', async () => {
    const changed = [{ name: 'by_name', keys: { workspace_id: 1, name: -1 } as const, unique: true }];
    const creation = createIndexes(runtime().databases.live, { name: 'things', indexes: changed });
    expect(await creation.then(() => 'created', String)).to.include('give the new one another version');
    expect(await definitions()).to.deep.include({ by_name: keys });
  });
});
