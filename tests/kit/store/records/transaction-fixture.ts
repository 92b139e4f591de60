import type { Collection } from '@plotline/kit/store/records/collection';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import { expect } from 'chai';
import type { ClientSession } from 'mongoose';
import { startSeverableRuntime } from '../../../support/severable-runtime.js';
import { createCollections, testCaller } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { type Thing, thing, thingCollection } from '../../thing-store.js';

/**
 * Registers hooks for transactions over a connection that a test can cut. Returns a function that runs transactions,
 * and direct access to the data.
 */
export function useTransactions() {
  const fixture = useFixture(() => startSeverableRuntime('transaction'));
  const caller = testCaller('ws_transaction');
  let things: Collection<Thing>;
  let stored: Collection<Thing>;

  before(async () => {
    things = thingCollection(fixture().runtime);
    await createCollections(fixture().runtime);
    stored = thingCollection(fixture().observer);
  });

  afterEach(() => {
    fixture().proxy.restore();
    fixture().proxy.onRequest(() => undefined);
  });

  return {
    proxy: () => fixture().proxy,
    things: () => things.in(caller),
    /** The same records over a connection that is never cut. */
    stored: () => stored.in(caller),
    run: <T>(deadline: number, work: (session: ClientSession) => Promise<T>) =>
      runInTransaction(fixture().runtime.databases.live, deadline, work),
    insert: (name: string) => (session: ClientSession) => things.in(caller).insert([thing(name)], session),
    isStored: async (name: string) => (await stored.in(caller).get(`thing_${name}`)) !== null,
  };
}

/** Calls `attempt` with increasingly late deadlines, until the expected event happens before the deadline. */
export async function untilInTime(firstMs: number, attempt: (deadline: number) => Promise<boolean>): Promise<void> {
  for (let ms = firstMs; !(await attempt(Date.now() + ms)); ms *= 3) expect(ms).to.be.below(60_000);
}
