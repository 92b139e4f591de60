import { randomUUID } from 'node:crypto';
import { createKeyring } from '@plotline/kit/core/secrets';
import { IdempotencyKeys } from '@plotline/kit/store/idempotency/keys';
import { expectShared } from '../../../support/connection-share.js';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { thing, thingCollection } from '../../thing-store.js';

describe("one workspace's share of the MongoDB connections", () => {
  const fixture = useFixture(() => startSeverableRuntime('shares'));

  before(async () => {
    thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
  });

  it('is a third of the pool for slow reads, and other workspaces get connections immediately', () =>
    expectShared(fixture(), (workspaceId) => thingCollection(fixture().runtime).in(testCaller(workspaceId)).count({})));

  it('is a third of the pool for slow writes outside transactions, and other workspaces get connections immediately', () =>
    expectShared(fixture(), (workspaceId) => {
      const things = thingCollection(fixture().runtime).in(testCaller(workspaceId));
      return things.updateMany({}, { $set: { name: 'Again' } });
    }));

  it('is a third of the pool for slow claims on Idempotency-Keys, and other workspaces get connections immediately', () => {
    const { databases } = fixture().runtime;
    const keys = new IdempotencyKeys(databases, createKeyring('a secret of the tests'));
    return expectShared(fixture(), (workspaceId) =>
      keys.claim(testCaller(workspaceId), randomUUID(), 'POST /v1/leads'),
    );
  });

  it('is a third of the pool for slow transactions, and other workspaces get connections immediately', () =>
    expectShared(fixture(), (workspaceId) => {
      const { runtime } = fixture();
      const caller = testCaller(workspaceId);
      return runtime.journal.commit({ caller }, async (session) => {
        await thingCollection(runtime)
          .in(caller)
          .insert([thing(randomUUID())], session);
        return { entries: [] };
      });
    }));
});
