import type { Records } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import type { Span } from '../../counters/model/span.js';
import type { LeadGroup } from '../model/count-group.js';
import { type Lead, stages } from '../model/lead.js';

/**
 * Field whose time decides whether a lead belongs to a span: creation for the workspace's counters, assignment for the
 * agent's.
 */
export type CountedTime = 'created_at' | 'assigned_at';

/** Row of the aggregation. A field is absent if the leads don't have it. */
interface GroupRow {
  readonly _id: Pick<LeadGroup, 'source' | 'stage' | 'isContacted'> & {
    readonly loss_reason?: LeadGroup['loss_reason'];
    readonly assigned_agent?: string | null;
    readonly entered: Readonly<Record<string, boolean>>;
  };
  readonly count: number;
  readonly responseMs: number;
  readonly [sum: string]: unknown;
}

/** Matches dates that are set. In MongoDB, a missing date is less than null. */
const isSet = (field: string) => ({ $gt: [`$${field}`, null] });

/** Adds up the time between two dates. A missing date adds nothing. */
const sumMs = (to: string, from: string) => ({ $sum: { $subtract: [`$${to}`, `$${from}`] } });

const entered = Object.fromEntries(stages.map((stage) => [stage, isSet(`stage_history.${stage}`)]));
const stageSums = Object.fromEntries(
  stages.map((stage) => [`ms_${stage}`, sumMs(`stage_history.${stage}`, 'created_at')]),
);

function toGroup({ _id, count, responseMs, ...sums }: GroupRow): LeadGroup {
  const { source, stage, isContacted, loss_reason = null, assigned_agent = null } = _id;
  return {
    source,
    stage,
    loss_reason,
    assigned_agent,
    isContacted,
    entered: stages.filter((one) => _id.entered[one]),
    count,
    responseMs,
    stageMs: Object.fromEntries(stages.map((one) => [one, Number(sums[`ms_${one}`])])),
  };
}

/**
 * Groups the leads whose `time` is in the span by the counted fields and, for `assigned_at`, also by agent. The
 * database groups them, because a day may have a hundred thousand leads but only a few groups.
 */
export async function groupLeads(
  records: Pick<Records<Lead>, 'aggregate'>,
  time: CountedTime,
  { from, to }: Span,
  session: ClientSession,
): Promise<LeadGroup[]> {
  const ofAgent = time === 'assigned_at' ? { assigned_agent: '$assigned_agent' } : {};
  const alike = { source: '$source', stage: '$stage', loss_reason: '$loss_reason', entered, ...ofAgent };
  const isContacted = { $and: [isSet('assigned_at'), isSet('first_contact_at')] };
  const sums = { count: { $sum: 1 }, responseMs: sumMs('first_contact_at', 'assigned_at'), ...stageSums };
  const rows = await records.aggregate<GroupRow>(
    [{ $match: { [time]: { $gte: from, $lt: to } } }, { $group: { _id: { ...alike, isContacted }, ...sums } }],
    { hint: time, session },
  );
  return rows.map(toGroup);
}
