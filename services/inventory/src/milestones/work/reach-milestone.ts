import type { Answer } from '@plotline/kit/core/answer';
import { conflict, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Context } from '../../context.js';
import { createMilestone, type Milestone, maxMilestones } from '../model/milestone.js';
import { describeReached } from '../store/milestone-entries.js';

const noEntries: readonly EntryInput[] = [];

/** Milestone in a request. */
export interface MilestoneReport {
  readonly property_id: string;
  readonly name: string;
  readonly reached_on: string;
}

/**
 * Stores a milestone of a property, unless the property already has one with this name. Rejects with NOT_FOUND if the
 * property doesn't exist, and with CONFLICT if it has too many milestones.
 */
export async function reachMilestone(
  { milestones, properties, runtime }: Pick<Context, 'milestones' | 'properties' | 'runtime'>,
  command: Command,
  report: MilestoneReport,
  toAnswer: (milestone: Milestone, isNew: boolean) => Answer,
): Promise<Answer> {
  const { caller } = command;
  const { property_id, name } = report;
  const id = newId('mile');
  const { answer } = await runtime.journal.commit(command, async (session, time) => {
    // Requests for other milestones of the property, and the deletion of the property, write the same record. So they
    // run before or after this request.
    if ((await properties.lock(caller, [property_id], session)) === 0) throw notFound();
    const known = await milestones.find(caller, property_id, name, session);
    if (known) return { entries: noEntries, answer: toAnswer(known, false) };
    if ((await milestones.count(caller, property_id, session)) >= maxMilestones) {
      const message = 'The property already has the maximum number of milestones. Delete one first.';
      throw conflict(message, 'milestone_limit_reached', { limit: maxMilestones });
    }
    const milestone = createMilestone(report, id, time.at);
    await milestones.add(caller, milestone, session);
    return { entries: [describeReached(milestone)], answer: toAnswer(milestone, true) };
  });
  return answer;
}
