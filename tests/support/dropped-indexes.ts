import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Migration } from '@plotline/kit/store/migrations';
import { expect } from 'chai';
import { createCollections, useTestRuntime } from './test-runtime.js';

export interface DroppedIndexes {
  readonly service: string;
  readonly createStores: (runtime: ServiceRuntime) => unknown;
  readonly up: Migration;
  /** Each as `collection.index`. */
  readonly dropped: readonly string[];
}

/** Registers the tests of a migration that drops indexes of an earlier version. */
export function testDroppedIndexes({ service, createStores, up, dropped }: DroppedIndexes): void {
  const runtime = useTestRuntime(service);
  const parts = dropped.map((path) => path.split('.'));

  it('drops the old indexes only, and can run again', async () => {
    createStores(runtime());
    await createCollections(runtime());
    const { live } = runtime().databases;
    const list = async () => {
      const collections = [...new Set(parts.map(([collection = '']) => collection))];
      const found = await Promise.all(collections.map((collection) => live.collection(collection).indexes()));
      return found.flatMap((indexes) => indexes.map(({ name }) => name));
    };
    const before = await list();
    for (const [collection = '', name = ''] of parts) {
      await live.collection(collection).createIndex({ workspace_id: 1, [`earlier_${name}`]: 1 }, { name });
    }
    expect(await list()).to.have.length(before.length + dropped.length);
    for (const _ of [1, 2]) await up({ mode: 'live', database: live });
    expect(await list()).to.deep.equal(before);
  });

  it('changes nothing in a new database', async () => {
    await up({ mode: 'sandbox', database: runtime().databases.sandbox });
  });
}
