import { createSystemCaller, type Mode, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import type { Context } from '../../context.js';
import { adoptFollowUp, applyTasks } from '../../leads/model/follow-up.js';
import type { PlannedLead } from '../../leads/store/lead-follow-ups.js';
import { type SyncContext, syncLead } from './sync-lead.js';

export type RebuildContext = SyncContext & Pick<Context, 'leads' | 'runtime'>;

/** Number of leads that are read in one batch. */
const maxBatch = 500;

/** Finds the leads of a workspace whose `next_follow_up` is not the due time of their earliest open task. */
async function findWrong({ tasks }: RebuildContext, tenant: Tenant, leads: readonly PlannedLead[]) {
  const ownIds = leads.flatMap(({ follow_up_task }) => follow_up_task ?? []);
  const dueTimes = await tasks.findDueTimes(
    tenant,
    leads.map(({ id }) => id),
    ownIds,
  );
  return leads.flatMap((lead): { lead: PlannedLead; expected: unknown; found: unknown }[] => {
    const { id, follow_up_task, next_follow_up: found, updated_at } = lead;
    if (adoptFollowUp(lead) !== lead) return [{ lead, expected: 'an open task', found }];
    const due_at = follow_up_task ? dueTimes.get(follow_up_task) : undefined;
    const own = follow_up_task && due_at ? { id: follow_up_task, due_at } : null;
    const after = applyTasks(lead, { own, othersDueAt: dueTimes.get(id) ?? null }, updated_at);
    return after === lead ? [] : [{ lead, expected: after.next_follow_up, found }];
  });
}

/** Updates a lead from its open tasks, unless it was erased meanwhile. */
async function correct(context: RebuildContext, tenant: Tenant, id: string): Promise<void> {
  const { leads, runtime } = context;
  const caller = createSystemCaller(tenant, 'follow-up rebuild', newId('req'));
  await retryOnConflict(() =>
    runtime.journal.commit({ caller }, async (session, time) => {
      const lead = await leads.get(caller, id, session);
      return { entries: lead ? await syncLead(context, caller, lead, time.after(lead), session) : [] };
    }),
  );
}

/**
 * Corrects the follow-ups of all leads from their open tasks. Other requests may write at the same time. A follow-up
 * from an earlier release of Plotline gets a task.
 */
export async function rebuildFollowUps(
  context: RebuildContext,
  mode: Mode,
  progress: RebuildProgress = fromStart,
): Promise<Rebuilt> {
  const { dryRun } = progress;
  let [checked, corrected, after] = [0, 0, progress.after];
  for (;;) {
    const range = { after, workspaceId: dryRun?.workspaceId, limit: maxBatch };
    const batch = await context.leadFollowUps.findNext(mode, range);
    const last = batch.at(-1);
    if (!last) return { checked, corrected };
    let wrong = 0;
    for (const workspaceId of new Set(batch.map(({ workspace_id }) => workspace_id))) {
      const tenant = { workspaceId, mode };
      const own = batch.filter(({ workspace_id }) => workspace_id === workspaceId);
      for (const { lead, expected, found } of await findWrong(context, tenant, own)) {
        wrong += 1;
        if (dryRun) dryRun.onWrong({ workspace_id: workspaceId, id: lead.id, expected, found });
        else await correct(context, tenant, lead.id);
      }
    }
    after = last.id;
    checked += batch.length;
    corrected += wrong;
    await progress.advance({ after, checked: batch.length, corrected: wrong });
  }
}
