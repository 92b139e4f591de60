import { RecordCounters } from '@plotline/pipeline/counters/store/record-counters';
import { expectShared } from '../../../support/connection-share.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';

describe("one workspace's share of the MongoDB connections", () => {
  const fixture = useFixture(() => startSeverableRuntime('snapshots'));

  it('is a third of the pool for slow counter reads, and other workspaces get connections immediately', async () => {
    const counters = new RecordCounters(fixture().runtime);
    await createCollections(fixture().runtime);
    await expectShared(fixture(), (workspaceId) =>
      counters.read(testCaller(workspaceId), [{ agents: [''], days: '' }]),
    );
  });
});
