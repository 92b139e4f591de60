import type { Counter } from '../../counters/model/counter.js';
import { countLead } from './count-lead.js';
import type { Lead, LossReason, Source, Stage } from './lead.js';

/** Leads with the same counted values. The times in which they differ are summed. */
export interface LeadGroup {
  readonly source: Source;
  readonly stage: Stage;
  readonly loss_reason: LossReason | null;
  /** Agent of the leads. Also null if the group is only counted for the workspace. */
  readonly assigned_agent: string | null;
  /** Stages that every lead of the group has entered. */
  readonly entered: readonly Stage[];
  /** True if the leads were contacted after their assignment. */
  readonly isContacted: boolean;
  readonly count: number;
  /** Sum of the milliseconds from creation to the first entry, by stage. */
  readonly stageMs: Readonly<Partial<Record<Stage, number>>>;
  /** Sum of the milliseconds from assignment to first contact. */
  readonly responseMs: number;
}

const start = new Date(0);

function toLead({ source, stage, loss_reason, assigned_agent, entered, isContacted }: LeadGroup) {
  const stage_history: Lead['stage_history'] = Object.fromEntries(entered.map((one) => [one, start]));
  const times = { created_at: start, assigned_at: start, first_contact_at: isContacted ? start : null };
  return { source, stage, loss_reason, assigned_agent, stage_history, ...times };
}

/**
 * Returns the counters of all leads of a group, counted as `countLead` does. Ignore the days of these counters, because
 * the leads of a group belong to different days.
 */
export function countGroup(group: LeadGroup): Counter[] {
  const sums = new Map<string, number>([
    ['response_ms', group.responseMs],
    ...Object.entries(group.stageMs).map(([stage, ms]): [string, number] => [`time_to_stage_ms:${stage}`, ms]),
  ]);
  return countLead(toLead(group)).map((counter) => ({
    ...counter,
    counts: Object.fromEntries(
      Object.entries(counter.counts).map(([name, count]) => [name, sums.get(name) ?? count * group.count]),
    ),
  }));
}
