import { up } from '@plotline/inventory/migrations/0001-complete-counts-of-new-databases';
import { createStores, migrations } from '@plotline/inventory/stores';
import { migrateDatabases } from '@plotline/kit/process/migrate';
import { expect } from 'chai';
import { createCollections, createTestRuntime, removeRuntime } from '../../support/test-runtime.js';
import { useFixture } from '../../support/use-fixture.js';

describe('The counts of units by status', () => {
  const fixture = useFixture(async () => {
    const runtime = await createTestRuntime('inventory');
    createStores(runtime);
    return { runtime, stop: () => removeRuntime(runtime) };
  });
  const findMarks = (mode: 'live' | 'sandbox') =>
    fixture().runtime.databases[mode].collection<{ _id: string }>('complete_counts').find({}).toArray();

  it('are complete in a database that was used by no version before, and are not said to be in another', async () => {
    const { runtime } = fixture();
    await createCollections(runtime);
    await up({ mode: 'live', database: runtime.databases.live });
    expect(await findMarks('live')).to.deep.equal([]);
    await runtime.databases.sandbox.dropDatabase();
    await migrateDatabases(runtime, migrations);
    expect((await findMarks('sandbox')).map(({ _id }) => _id)).to.deep.equal(['unit_statuses']);
    await up({ mode: 'sandbox', database: runtime.databases.sandbox });
    expect(await findMarks('sandbox')).to.have.length(1);
  });
});
