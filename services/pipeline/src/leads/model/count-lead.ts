import { allTime, type Counter, toDay, wholeWorkspace } from '../../counters/model/counter.js';
import { isActive, type Lead } from './lead.js';

/** Stages on the way to a sale, in order. */
export const funnelStages = ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won'] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** Loss reason that counts lost leads without a reason. */
export const unknownReason = 'unspecified';

/** Fields of a lead that its counters depend on. */
export type CountedLead = Pick<
  Lead,
  | 'source'
  | 'stage'
  | 'loss_reason'
  | 'stage_history'
  | 'created_at'
  | 'assigned_agent'
  | 'assigned_at'
  | 'first_contact_at'
>;

/** Returns whether the lead was ever in the funnel stage or a later one. For `won`, returns whether it is won now. */
export function hasReached({ stage, stage_history }: CountedLead, wanted: FunnelStage): boolean {
  if (wanted === 'new') return true;
  if (wanted === 'won') return stage === 'won';
  return funnelStages.slice(funnelStages.indexOf(wanted)).some((later) => stage_history[later] !== undefined);
}

function hasLeftNew({ stage_history }: CountedLead): boolean {
  return Object.keys(stage_history).some((stage) => stage !== 'new');
}

/**
 * Returns the milliseconds from creation to the first entry into the stage. Returns null if the lead never entered it.
 * For `won`, also returns null unless the lead is won now.
 */
function timeToStage(lead: CountedLead, stage: FunnelStage): number | null {
  const at = lead.stage_history[stage];
  if (!at || (stage === 'won' && lead.stage !== 'won')) return null;
  return at.getTime() - lead.created_at.getTime();
}

function countFunnel(lead: CountedLead): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const stage of funnelStages) {
    if (hasReached(lead, stage)) counts[`reached:${stage}`] = 1;
    const took = timeToStage(lead, stage);
    if (took !== null)
      Object.assign(counts, { [`time_to_stage_count:${stage}`]: 1, [`time_to_stage_ms:${stage}`]: took });
  }
  return counts;
}

function countOutcome(lead: CountedLead): Record<string, number> {
  const { stage } = lead;
  if (stage === 'won') return { [`won:${lead.source}`]: 1 };
  if (stage === 'lost') return { [`lost:${lead.source}`]: 1, [`loss_reason:${lead.loss_reason ?? unknownReason}`]: 1 };
  return {};
}

function countForAgent(lead: CountedLead): Record<string, number> {
  const { assigned_at, first_contact_at } = lead;
  const response = assigned_at && first_contact_at ? first_contact_at.getTime() - assigned_at.getTime() : null;
  return {
    assigned: 1,
    contacted: hasLeftNew(lead) ? 1 : 0,
    qualified: hasReached(lead, 'qualified') ? 1 : 0,
    won: lead.stage === 'won' ? 1 : 0,
    ...(response === null ? {} : { responses: 1, response_ms: response }),
  };
}

/**
 * Returns the counters of one lead. The workspace counts it on the day of its creation, and its agent on the day of the
 * assignment. Both also count it for all time. The counters depend only on the lead. A change adds the counters of the
 * changed lead and subtracts those of the previous state.
 */
export function countLead(lead: CountedLead): Counter[] {
  const { stage, source, created_at, assigned_agent, assigned_at } = lead;
  const state = { leads: 1, [`stage:${stage}`]: 1, [`source:${source}`]: 1 };
  const cohort = { ...state, ...countOutcome(lead), ...countFunnel(lead) };
  const counters: Counter[] = [
    { agent_id: wholeWorkspace, day: allTime, counts: state },
    { agent_id: wholeWorkspace, day: toDay(created_at), counts: cohort },
  ];
  if (assigned_agent === null) return counters;
  const ofAgent = { active: isActive(stage) ? 1 : 0, [`stage:${stage}`]: 1 };
  counters.push({ agent_id: assigned_agent, day: allTime, counts: ofAgent });
  counters.push({ agent_id: assigned_agent, day: toDay(assigned_at ?? created_at), counts: countForAgent(lead) });
  return counters;
}
