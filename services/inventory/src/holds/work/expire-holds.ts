import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { expireDue } from '../model/holding.js';
import type { HoldBook } from '../store/hold-book.js';

/**
 * Stores that are needed to end holds. The type isn't derived from the context, because the context contains a function
 * that is created from these stores.
 */
export interface ExpireContext {
  readonly holdBook: HoldBook;
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
}

/**
 * Ends the overdue active holds on the units, and activates the first holds in their queues, in one transaction.
 * Doesn't change units without an overdue hold. Ends holds on missing units.
 */
export async function expireHoldsOfUnits(
  { holdBook, runtime }: ExpireContext,
  caller: Caller,
  unitIds: readonly string[],
) {
  await retryOnConflict(() =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const loaded = await holdBook.load(caller, unitIds, session);
      const holdings = [...loaded.values()];
      const now = time.after(...holdings.flatMap(({ unit, open }) => [unit, ...open]));
      const changes = holdings.map((before) => ({ before, after: expireDue(before, now) }));
      const { entries } = await holdBook.save(caller, changes, time, session);
      const missing = unitIds.filter((id) => !loaded.has(id));
      return { entries: [...entries, ...(await holdBook.endStray(caller, missing, time, session))] };
    }),
  );
}

/** Creates the caller that ends overdue holds. */
export function createExpiryCaller(tenant: Tenant): Caller {
  return createSystemCaller(tenant, 'hold-expiry', newId('req'));
}

/** Ends the overdue holds on these units, before a request reads the units. */
export async function expireForRequest(
  context: ExpireContext,
  caller: Caller,
  unitIds: readonly string[],
): Promise<void> {
  const { workspaceId, mode, deadline, requestId } = caller;
  await expireHoldsOfUnits(context, { ...createExpiryCaller({ workspaceId, mode }), deadline, requestId }, unitIds);
}
