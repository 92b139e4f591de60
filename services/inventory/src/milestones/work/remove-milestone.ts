import { notFound, Problem } from '@plotline/kit/core/errors';
import { clockSkewMs } from '@plotline/kit/core/time';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import type { Milestone } from '../model/milestone.js';
import { describeRemoval } from '../store/milestone-entries.js';

export type MilestoneContext = Pick<Context, 'milestones' | 'invoicing' | 'runtime' | 'clock'>;

/**
 * Returns whether pipeline refuses to withdraw the milestone, because an instalment of a live deal was invoiced by it.
 */
export function isInvoiced(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'milestone_invoiced';
}

/**
 * Withdraws a milestone from pipeline, and deletes it. Rejects with CONFLICT if an instalment was invoiced by it, and
 * with NOT_FOUND when somebody else has deleted it.
 */
export async function withdrawAndRemove(
  { milestones, invoicing, runtime }: MilestoneContext,
  command: Command,
  milestone: Milestone,
): Promise<void> {
  const { caller } = command;
  await invoicing.withdraw(caller, milestone);
  await runtime.journal.commit(command, async (session) => {
    if (!(await milestones.remove(caller, milestone.id, session))) throw notFound();
    return { entries: [describeRemoval(milestone)] };
  });
}

/**
 * Deletes a milestone for a request. A job is stored first, in case this process ends after pipeline has withdrawn the
 * milestone and before it is deleted. Otherwise a milestone would remain that never invoices anything.
 */
export async function removeMilestone(
  context: MilestoneContext,
  command: Command,
  propertyId: string,
  name: string,
): Promise<void> {
  const { milestones, clock } = context;
  const { caller } = command;
  const milestone = await milestones.find(caller, propertyId, name);
  if (!milestone) throw notFound();
  await milestones.removals.enqueue(caller, {
    subjectIds: [milestone.id],
    requestId: caller.requestId,
    since: clock(),
    // By then, this request has ended.
    resumeAt: new Date(caller.deadline + clockSkewMs),
  });
  try {
    await withdrawAndRemove(context, command, milestone);
  } catch (error) {
    // Otherwise the job would delete the milestone after the deal is cancelled, when nobody expects it any more.
    if (isInvoiced(error)) await milestones.cancelRemoval(caller, milestone.id);
    throw error;
  }
}
