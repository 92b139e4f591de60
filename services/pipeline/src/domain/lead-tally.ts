import { isActive, type Lead, type Stage } from './lead.js';
import { dayOf, type Tally, whole } from './tally.js';

/** The stages on the way to a sale, in order. */
export const funnelStages = ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won'] as const;
export type FunnelStage = (typeof funnelStages)[number];

/** How a lost lead counts whose reason nobody gave. */
export const unknownReason = 'unspecified';

/** Whether the lead was ever in the stage or a later one on the way to a sale; won counts only while it lasts. */
export function hasReached({ stage, reached }: Lead, wanted: FunnelStage): boolean {
  if (wanted === 'new') return true;
  if (wanted === 'won') return stage === 'won';
  return funnelStages.slice(funnelStages.indexOf(wanted)).some((later) => reached[later] !== undefined);
}

function leftNew({ reached }: Lead): boolean {
  return Object.keys(reached).some((stage) => stage !== 'new');
}

/** Since its creation, when it first entered the stage; for won, only while it lasts. */
function timeTo(lead: Lead, stage: FunnelStage): number | null {
  const at = lead.reached[stage];
  if (!at || (stage === 'won' && lead.stage !== 'won')) return null;
  return at.getTime() - lead.created_at.getTime();
}

function funnelCounts(lead: Lead): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const stage of funnelStages) {
    if (hasReached(lead, stage)) counts[`reached:${stage}`] = 1;
    const took = timeTo(lead, stage);
    if (took !== null) Object.assign(counts, { [`timed:${stage}`]: 1, [`took:${stage}`]: took });
  }
  return counts;
}

function outcome(stage: Stage, lead: Lead): Record<string, number> {
  if (stage === 'won') return { [`won:${lead.source}`]: 1 };
  if (stage === 'lost') return { [`lost:${lead.source}`]: 1, [`reason:${lead.loss_reason ?? unknownReason}`]: 1 };
  return {};
}

function agentCounts(lead: Lead): Record<string, number> {
  const { assigned_at, first_contact_at } = lead;
  const response = assigned_at && first_contact_at ? first_contact_at.getTime() - assigned_at.getTime() : null;
  return {
    assigned: 1,
    contacted: leftNew(lead) ? 1 : 0,
    qualified: hasReached(lead, 'qualified') ? 1 : 0,
    won: lead.stage === 'won' ? 1 : 0,
    ...(response === null ? {} : { responses: 1, response_ms: Math.max(0, response) }),
  };
}

/**
 * What a lead counts as: in the workspace, on the day it was created; for its agent, on the day it was assigned. A
 * function of the lead alone, so that a change counts as the difference of two leads.
 */
export function leadTallies(lead: Lead): Tally[] {
  const { stage, source, created_at, assigned_agent, assigned_at } = lead;
  const state = { leads: 1, [`stage:${stage}`]: 1, [`source:${source}`]: 1 };
  const cohort = { ...state, ...outcome(stage, lead), ...funnelCounts(lead) };
  const tallies: Tally[] = [
    { agent_id: whole, day: whole, counts: state },
    { agent_id: whole, day: dayOf(created_at), counts: cohort },
  ];
  if (assigned_agent === null) return tallies;
  tallies.push({ agent_id: assigned_agent, day: whole, counts: { active: isActive(stage) ? 1 : 0 } });
  tallies.push({ agent_id: assigned_agent, day: dayOf(assigned_at ?? created_at), counts: agentCounts(lead) });
  return tallies;
}
