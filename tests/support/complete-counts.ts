import { migrateDatabases } from '@plotline/kit/service/migrate';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Migration } from '@plotline/kit/store/migrations';
import { expect } from 'chai';
import { createCollections, createTestRuntime, removeRuntime } from './test-runtime.js';
import { useFixture } from './use-fixture.js';

export interface CountedService {
  readonly name: string;
  readonly createStores: (runtime: ServiceRuntime) => unknown;
  /** Folder of its migrations. */
  readonly migrations: URL;
  /** Migration that marks the counts as complete. */
  readonly up: Migration;
  /** Kind of count. */
  readonly kind: string;
}

/** Registers a test that only new databases are marked as having all counts. */
export function testCompleteCounts({ name, createStores, migrations, up, kind }: CountedService): void {
  const fixture = useFixture(async () => {
    const runtime = await createTestRuntime(name);
    createStores(runtime);
    return { runtime, stop: () => removeRuntime(runtime) };
  });
  const findMarks = (mode: 'live' | 'sandbox') =>
    fixture().runtime.databases[mode].collection<{ _id: string }>('complete_counts').find({ _id: kind }).toArray();

  it('are marked as complete in a new database only', async () => {
    const { runtime } = fixture();
    await createCollections(runtime);
    await up({ mode: 'live', database: runtime.databases.live });
    expect(await findMarks('live')).to.deep.equal([]);
    await runtime.databases.sandbox.dropDatabase();
    await migrateDatabases(runtime, migrations);
    expect(await findMarks('sandbox')).to.have.length(1);
    await up({ mode: 'sandbox', database: runtime.databases.sandbox });
    expect(await findMarks('sandbox')).to.have.length(1);
  });
}
