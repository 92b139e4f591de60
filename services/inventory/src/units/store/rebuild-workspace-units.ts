import type { Mode } from '@plotline/kit/core/caller';
import { backgroundBudgetMs } from '@plotline/kit/core/deadline';
import type { RebuildProgress, Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { runInTransaction } from '@plotline/kit/store/transactions/transaction';
import type { PropertyUnits } from './property-units.js';
import type { WorkspaceUnitCounts } from './workspace-units.js';

export interface CountedUnits {
  readonly propertyUnits: PropertyUnits;
  readonly workspaceUnits: WorkspaceUnitCounts;
}

/** Recounts the units of every workspace by status, each in one snapshot, while units are sold and changed. */
export async function rebuildWorkspaceUnits(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  { propertyUnits, workspaceUnits }: CountedUnits,
  mode: Mode,
  { dryRun }: Pick<RebuildProgress, 'dryRun'>,
): Promise<Rebuilt> {
  if (mode === 'sandbox') return { checked: 0, corrected: 0 };
  const counted = [...(await propertyUnits.listWorkspaces(mode)), ...(await workspaceUnits.listWorkspaces(mode))];
  const workspaces = new Set(counted.filter((id) => id === (dryRun?.workspaceId ?? id)));
  let corrected = 0;
  for (const workspaceId of workspaces) {
    const tenant = { workspaceId, mode };
    const correction = await runInTransaction(databases[mode], Date.now() + backgroundBudgetMs, async (session) =>
      workspaceUnits.correct(tenant, await propertyUnits.countByStatus(tenant, session), session, dryRun !== undefined),
    );
    if (!correction) continue;
    corrected += 1;
    dryRun?.onWrong({ workspace_id: workspaceId, id: workspaceId, ...correction });
  }
  return { checked: workspaces.size, corrected };
}
