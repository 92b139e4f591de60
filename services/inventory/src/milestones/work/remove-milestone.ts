import { notFound, Problem } from '@plotline/kit/core/errors';
import { clockSkewMs } from '@plotline/kit/core/time';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { Context } from '../../context.js';
import type { Milestone } from '../model/milestone.js';
import { describeRemoval } from '../store/milestone-entries.js';

export type MilestoneContext = Pick<Context, 'milestones' | 'invoicing' | 'runtime' | 'clock'>;

/**
 * Returns whether the pipeline service refuses to withdraw the milestone, because it has caused the invoice of an
 * instalment of an active deal.
 */
export function isInvoiced(error: unknown): boolean {
  return error instanceof Problem && error.reason === 'milestone_invoiced';
}

/**
 * Withdraws a milestone from the pipeline service, and deletes it. Rejects with CONFLICT if it has caused the invoice
 * of an instalment, and with NOT_FOUND when somebody else has deleted it.
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
 * Deletes a milestone for a request. Stores a job first, in case this process ends between the withdrawal in the
 * pipeline service and the deletion. Otherwise a milestone would remain that never causes an invoice.
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
    // By that time, this request has ended.
    resumeAt: new Date(caller.deadline + clockSkewMs),
  });
  try {
    await withdrawAndRemove(context, command, milestone);
  } catch (error) {
    // Otherwise the job would delete the milestone after the deal is cancelled, when nobody expects the deletion any
    // more.
    if (isInvoiced(error)) await milestones.cancelRemoval(caller, milestone.id);
    throw error;
  }
}
