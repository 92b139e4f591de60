import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Milestone } from '../model/milestone.js';
import { toMilestoneJson } from '../model/milestone-json.js';

/** Creates the journal entry of a reached milestone, in the timeline of its property. */
export function describeReached(milestone: Milestone): EntryInput {
  const { property_id, name, reached_on } = milestone;
  const events = [{ name: 'milestone.reached', version: milestone.version, data: toMilestoneJson(milestone) }];
  const description = `The milestone “${name}” was reached on ${reached_on}.`;
  return { subject: property_id, type: 'milestone_reached', description, events };
}

/** Creates the journal entry of a deleted milestone. */
export function describeRemoval(milestone: Milestone): EntryInput {
  const description = `The milestone “${milestone.name}” was deleted.`;
  const attributes = { record: toMilestoneJson(milestone) };
  return { subject: milestone.property_id, type: 'milestone_deleted', description, attributes, events: [] };
}
