import { prepareCollection } from '@plotline/kit/mongo/indexes';
import { expect } from 'chai';
import { useTestRuntime } from '../../support/test-runtime.js';

describe('prepareCollection', () => {
  const runtime = useTestRuntime('indexes');

  const keysOf = async (name: string) => {
    const indexes = await runtime().databases.live.collection('things').indexes();
    return indexes.find((index) => index.name === name)?.key;
  };

  it('creates the indexes, however many replicas do so at once', async () => {
    const collection = runtime().databases.live.collection('things');
    const indexes = [{ name: 'by_name', keys: { workspace_id: 1, name: 1 } as const }];
    await Promise.all(Array.from({ length: 6 }, () => prepareCollection(collection, indexes)));
    expect(await keysOf('by_name')).to.deep.equal({ workspace_id: 1, name: 1 });
  });

  it('replaces an index that an older version of the service defined otherwise', async () => {
    const collection = runtime().databases.live.collection('things');
    await prepareCollection(collection, [{ name: 'by_name', keys: { workspace_id: 1, name: -1 }, unique: true }]);
    expect(await keysOf('by_name')).to.deep.equal({ workspace_id: 1, name: -1 });
  });
});
