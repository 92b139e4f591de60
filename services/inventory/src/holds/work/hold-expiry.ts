import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { PeriodicTask, type ShouldContinue } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';
import type { Hold } from '../model/hold.js';
import { createExpiryCaller, type ExpireContext, expireHoldsOfUnits } from './expire-holds.js';

export type ExpiryContext = ExpireContext & Pick<Context, 'holds' | 'clock' | 'runtime'>;

const intervalMs = 1_000;
/** Due holds that are read together. */
const maxRead = 1_000;
/** Maximum units in one transaction. A small transaction rarely conflicts with other writers. */
const maxBatch = 100;

/**
 * Ends the due holds of one workspace. If the transaction fails, tries each unit separately, so that one faulty unit
 * doesn't block the others.
 */
async function expireBatch(context: ExpiryContext, tenant: Tenant, unitIds: readonly string[]): Promise<number> {
  const { log } = context.runtime;
  const place = { workspace_id: tenant.workspaceId, mode: tenant.mode };
  try {
    await expireHoldsOfUnits(context, createExpiryCaller(tenant), unitIds);
    return unitIds.length;
  } catch (error) {
    if (unitIds.length > 1) log.warn({ err: error, units: unitIds.length, ...place }, 'holds expire one by one');
  }
  let done = 0;
  for (const id of unitIds) {
    try {
      await expireHoldsOfUnits(context, createExpiryCaller(tenant), [id]);
      done += 1;
    } catch (error) {
      log.warn({ err: error, unit: id, ...place }, 'hold not expired');
    }
  }
  return done;
}

function groupByWorkspace(due: readonly (Hold & { readonly workspace_id: string })[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { workspace_id, unit_id } of due) {
    groups.set(workspace_id, (groups.get(workspace_id) ?? new Set()).add(unit_id));
  }
  return groups;
}

/** Ends the overdue holds of a mode, until none is left or no progress is made. */
export async function expireAllDue(
  context: ExpiryContext,
  mode: Mode,
  shouldContinue: ShouldContinue = () => true,
): Promise<void> {
  for (;;) {
    const due = await context.holds.findDue(mode, context.clock(), maxRead);
    let done = 0;
    for (const [workspaceId, units] of groupByWorkspace(due)) {
      const ids = [...units];
      for (let start = 0; start < ids.length; start += maxBatch) {
        if (!shouldContinue()) return;
        done += await expireBatch(context, { workspaceId, mode }, ids.slice(start, start + maxBatch));
      }
    }
    if (due.length < maxRead || done === 0) return;
  }
}

/** Creates the task that ends overdue holds every second. */
export function createHoldExpiry(context: ExpiryContext): PeriodicTask {
  const { holds, clock, runtime } = context;
  return new PeriodicTask({
    name: 'hold-expiry',
    intervalMs,
    runtime,
    isDue: async (mode) => (await holds.findDue(mode, clock(), 1)).length > 0,
    run: (mode, shouldContinue) => expireAllDue(context, mode, shouldContinue),
  });
}
