import { recordContact } from './contact.js';
import { isLossReason, type Lead, type LossReason, type Stage } from './lead.js';

/**
 * Returns the time at which the lead entered its stage, or null if it is unknown. Only an import creates a lead in a
 * stage other than `new`, and the file doesn't contain the time. A time after the creation comes from a move.
 */
export function findStageEntry({
  stage,
  stage_entered_at,
  created_at,
}: Pick<Lead, 'stage' | 'stage_entered_at' | 'created_at'>): Date | null {
  return stage === 'new' || stage_entered_at > created_at ? stage_entered_at : null;
}

/**
 * Moves the lead to another stage. Returns the same lead if it is already in the stage. Entering a stage removes the
 * deal and the loss reason. A sale or a loss sets them again afterwards.
 */
export function enterStage(lead: Lead, stage: Stage, now: Date): Lead {
  if (lead.stage === stage) return lead;
  const moved = {
    ...lead,
    stage,
    stage_entered_at: now,
    stage_history: { ...lead.stage_history, [stage]: lead.stage_history[stage] ?? now },
    deal_id: null,
    loss_reason: null,
    updated_at: now,
  };
  return stage === 'new' || stage === 'lost' ? moved : recordContact(moved, now, now);
}

/**
 * Moves the lead to any stage. Returns the same lead if it is already in the stage. A move to `lost` stores the reason
 * if it is one of the contract's loss reasons.
 */
export function moveLead(lead: Lead, stage: Stage, reason: string | undefined, now: Date): Lead {
  if (lead.stage !== stage && stage === 'lost' && isLossReason(reason)) return loseLead(lead, reason, now);
  return enterStage(lead, stage, now);
}

/** Marks the lead as lost for a reason. If the lead is already lost, only the reason can change. */
export function loseLead(lead: Lead, reason: LossReason, now: Date): Lead {
  return { ...enterStage(lead, 'lost', now), loss_reason: reason };
}
