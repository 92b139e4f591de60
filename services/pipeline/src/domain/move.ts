import { enterStage, isLossReason, type Lead, type LossReason, type Stage } from './lead.js';

/** A move to any stage. A reason that is one of the contract's loss reasons is kept as such on the way to `lost`. */
export function moveLead(lead: Lead, stage: Stage, reason: string | undefined, now: Date): Lead {
  if (stage === 'lost' && isLossReason(reason)) return loseLead(lead, reason, now);
  return enterStage(lead, stage, now);
}

/** The lead lost for a reason. Losing it again changes at most the reason. */
export function loseLead(lead: Lead, reason: LossReason, now: Date): Lead {
  return { ...enterStage(lead, 'lost', now), loss_reason: reason };
}
