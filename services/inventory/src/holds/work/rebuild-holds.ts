import { isDeepStrictEqual } from 'node:util';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { type Hold, reviseHold } from '../model/hold.js';
import { endAll, getActive, getQueue, type Holding, promote, toUnitHold } from '../model/holding.js';
import { isHoldConflict } from './add-hold.js';
import { createExpiryCaller } from './expire-holds.js';

export type RebuildContext = Pick<Context, 'holdBook' | 'runtime'>;

/** Number of units that are read in one batch. */
const maxBatch = 500;

/** Returns the holding with its queue numbered from 1. Returns the same object if the numbers are correct. */
function renumber(holding: Holding, now: Date): Holding {
  const places = new Map(getQueue(holding).map(({ id }, index) => [id, index + 1]));
  const isRight = ({ id, position }: Hold) => position === (places.get(id) ?? null);
  if (holding.open.every(isRight)) return holding;
  const open = holding.open.map((hold) =>
    isRight(hold) ? hold : reviseHold(hold, { position: places.get(hold.id) ?? null }, now),
  );
  return { ...holding, open };
}

/** Returns the corrected holding. Returns the same object if the holding is correct. */
function mend(holding: Holding, now: Date): Holding {
  const { unit, open } = holding;
  const isForSale = unit.status === 'available' || unit.status === 'reserved';
  if (!isForSale && open.length > 0) return endAll(holding, now);
  const isLeaderless = !getActive(holding) && open.length > 0;
  const queued = renumber(isLeaderless ? promote(holding, now) : holding, now);
  if (queued !== holding) return queued;
  const hold = toUnitHold(holding);
  const isRight = isDeepStrictEqual(unit.hold ?? null, hold) && (hold === null || unit.status === 'reserved');
  return isRight ? holding : { ...holding };
}

async function correct({ holdBook, runtime }: RebuildContext, tenant: Tenant, unitId: string): Promise<void> {
  const caller = createExpiryCaller(tenant);
  const attempt = () =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const holdings = [...(await holdBook.load(caller, [unitId], session)).values()];
      const now = time.after(...holdings.flatMap(({ unit, open }) => [unit, ...open]));
      const changes = holdings.map((before) => ({ before, after: mend(before, now) }));
      return { entries: (await holdBook.save(caller, changes, time, session)).entries };
    });
  await retryOnConflict(attempt, { isConflict: isHoldConflict });
}

const toStatus = ({ open }: Holding) => (getActive({ open }) ? 'active' : open.length > 0 ? 'queued' : 'none');

/**
 * Corrects the copies of holds in units, and the status of units, from the holds themselves. Works while other
 * processes write. Ends holds on units that aren't for sale, activates the first hold of a queue if no hold is active,
 * and numbers the places in queues.
 */
export async function rebuildHolds(
  context: RebuildContext,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const { dryRun } = progress;
  let [checked, corrected, after] = [0, 0, progress.after];
  for (;;) {
    const range = { after, workspaceId: dryRun?.workspaceId, limit: maxBatch };
    const batch = await context.holdBook.readNext(mode, range);
    const last = batch.at(-1);
    if (!last) return { checked, corrected };
    let wrong = 0;
    for (const { workspaceId, holding } of batch) {
      const { id, status, hold } = holding.unit;
      if (mend(holding, new Date()) === holding) continue;
      wrong += 1;
      const found = { status, hold: hold?.id ?? null };
      if (dryRun) dryRun.onWrong({ workspace_id: workspaceId, id, expected: `hold: ${toStatus(holding)}`, found });
      else await correct(context, { workspaceId, mode }, id);
    }
    after = last.holding.unit.id;
    checked += batch.length;
    corrected += wrong;
    await progress.advance({ after, checked: batch.length, corrected: wrong });
  }
}
