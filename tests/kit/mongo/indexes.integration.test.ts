import type { Foundation } from '@plotline/kit/foundation';
import { prepareCollection } from '@plotline/kit/mongo/indexes';
import { expect } from 'chai';
import { removeFoundation, testFoundation } from '../../support/test-foundation.js';

describe('the indexes of a collection', () => {
  let foundation: Foundation;

  before(async () => {
    foundation = await testFoundation('indexes');
  });

  after(() => removeFoundation(foundation));

  const keysOf = async (name: string) => {
    const indexes = await foundation.databases.live.collection('things').indexes();
    return indexes.find((index) => index.name === name)?.key;
  };

  it('are there however many replicas create them at once', async () => {
    const collection = foundation.databases.live.collection('things');
    const indexes = [{ name: 'by_name', keys: { workspace_id: 1, name: 1 } as const }];
    await Promise.all(Array.from({ length: 6 }, () => prepareCollection(collection, indexes)));
    expect(await keysOf('by_name')).eql({ workspace_id: 1, name: 1 });
  });

  it('are as the service defines them now, though an older version defined one of that name otherwise', async () => {
    const collection = foundation.databases.live.collection('things');
    await prepareCollection(collection, [{ name: 'by_name', keys: { workspace_id: 1, name: -1 }, unique: true }]);
    expect(await keysOf('by_name')).eql({ workspace_id: 1, name: -1 });
  });
});
