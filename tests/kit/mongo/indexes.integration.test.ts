import { prepareCollection } from '@plotline/kit/mongo/indexes';
import { expect } from 'chai';
import { useTestRuntime } from '../../support/test-runtime.js';

describe('the indexes of a collection', () => {
  const runtime = useTestRuntime('indexes');

  const keysOf = async (name: string) => {
    const indexes = await runtime().databases.live.collection('things').indexes();
    return indexes.find((index) => index.name === name)?.key;
  };

  it('are there however many replicas create them at once', async () => {
    const collection = runtime().databases.live.collection('things');
    const indexes = [{ name: 'by_name', keys: { workspace_id: 1, name: 1 } as const }];
    await Promise.all(Array.from({ length: 6 }, () => prepareCollection(collection, indexes)));
    expect(await keysOf('by_name')).to.deep.equal({ workspace_id: 1, name: 1 });
  });

  it('are as the service defines them now, though an older version defined one of that name otherwise', async () => {
    const collection = runtime().databases.live.collection('things');
    await prepareCollection(collection, [{ name: 'by_name', keys: { workspace_id: 1, name: -1 }, unique: true }]);
    expect(await keysOf('by_name')).to.deep.equal({ workspace_id: 1, name: -1 });
  });
});
