import { conflict } from '@plotline/kit/core/errors';
import { applyTasks } from './follow-up.js';
import { type Lead, type ListingPrice, stages } from './lead.js';
import { getKnownMerges } from './merged-lead.js';
import { removeRepeats } from './new-lead.js';
import { computeScore } from './score.js';
import { findStageEntry } from './stage.js';

/** The lead that survives a merge, and the lead that is merged into it. */
export interface MergedPair {
  readonly keep: Lead;
  readonly other: Lead;
}

/** Move of a merged lead's records to the survivor. */
export interface LeadMove {
  /** The merged lead. */
  readonly from: string;
  /** The survivor. */
  readonly to: string;
  readonly at: Date;
}

const earlier = (one: Date, other: Date): Date => (other < one ? other : one);

function later(one: Date | null, other: Date | null): Date | null {
  return one && other ? (other > one ? other : one) : (one ?? other);
}

function earliest(...times: readonly (Date | null | undefined)[]): Date | null {
  return times.reduce<Date | null>((first, at) => (at ? (first ? earlier(first, at) : at) : first), null);
}

/** Returns the time at which either lead first entered each stage. */
function mergeHistories({ keep, other }: MergedPair): Lead['stage_history'] {
  const entered = stages.map((stage) => [stage, earliest(keep.stage_history[stage], other.stage_history[stage])]);
  return Object.fromEntries(entered.filter(([, at]) => at !== null));
}

/**
 * Returns the lead whose stage the survivor gets: the lead with a deal, else the lead that is won, else the lead that
 * isn't lost.
 */
function chooseStage({ keep, other }: MergedPair): Lead {
  if (keep.deal_id !== null || other.deal_id !== null) return keep.deal_id === null ? other : keep;
  if (keep.stage === 'won') return keep;
  const isRevived = keep.stage === 'lost' && other.stage !== 'lost';
  return other.stage === 'won' || isRevived ? other : keep;
}

function mergePrices({ keep, other }: MergedPair, listingIds: readonly string[]): readonly ListingPrice[] {
  const prices = new Map([...other.listing_prices, ...keep.listing_prices].map((price) => [price.id, price]));
  return listingIds.flatMap((id) => prices.get(id) ?? []);
}

function joinNotes({ keep, other }: MergedPair): string | null {
  const texts = [keep.notes, other.notes].filter((text) => text !== null && text !== '');
  return texts.length === 0 ? null : texts.join('\n\n');
}

/** Returns the agent and the times of the assignment. They belong together, so all of them come from one lead. */
function mergeAssignment({ keep, other }: MergedPair) {
  const { assigned_agent, assigned_at, first_contact_at } = keep.assigned_agent === null ? other : keep;
  return { assigned_agent, assigned_at, first_contact_at };
}

/** Returns the open tasks of both leads, of which at most one is a lead's own follow-up. */
function mergeTasks({ keep, other }: MergedPair) {
  const own = [keep, other].find(({ follow_up_task, follow_up_at }) => follow_up_task && follow_up_at);
  return {
    own: own?.follow_up_task && own.follow_up_at ? { id: own.follow_up_task, due_at: own.follow_up_at } : null,
    othersDueAt: earliest(keep.tasks_due_at, other.tasks_due_at),
  };
}

/** Returns the survivor's budget, or that of the other lead if the survivor's has neither a limit nor a currency. */
function mergeBudget({ keep, other }: MergedPair): Lead['budget'] {
  const isSet = keep.budget !== null && Object.values(keep.budget).some((part) => part !== null);
  return isSet ? keep.budget : (other.budget ?? keep.budget);
}

/** Throws CONFLICT if both leads have an active deal. */
function assertOneDeal({ keep, other }: MergedPair): void {
  if (keep.deal_id === null || other.deal_id === null) return;
  throw conflict('Both leads have an active deal. Reopen one of them first.', 'both_won', {
    deal_id: keep.deal_id,
    other_deal_id: other.deal_id,
  });
}

/**
 * Returns the survivor of a merge, with its own fields or, where it has none, those of the other lead. The task fields
 * of both leads must be up to date, and only one lead may have a follow-up of its own. Throws CONFLICT if both have an
 * active deal.
 */
export function mergeLeads(pair: MergedPair, now: Date): Lead {
  assertOneDeal(pair);
  const { keep, other } = pair;
  const older = other.created_at < keep.created_at ? other : keep;
  const staged = chooseStage(pair);
  const interested_properties = removeRepeats([...keep.interested_properties, ...other.interested_properties]);
  const phoned = keep.phone === null ? other : keep;
  const external_id = keep.external_id ?? other.external_id;
  // Also if the survivor takes it over, because the survivor's own may change.
  const ofOther = other.external_id === undefined ? {} : { external_id: other.external_id };
  const merged: Lead = {
    ...keep,
    ...(external_id !== undefined && { external_id }),
    phone: phoned.phone,
    phone_country: phoned.phone_country,
    source: older.source,
    stage: staged.stage,
    stage_entered_at: findStageEntry(staged) ?? earlier(keep.created_at, other.created_at),
    loss_reason: staged.loss_reason,
    stage_history: mergeHistories(pair),
    deal_id: staged.deal_id,
    ...mergeAssignment(pair),
    interested_properties,
    listing_prices: mergePrices(pair, interested_properties),
    budget: mergeBudget(pair),
    timeline: keep.timeline ?? other.timeline,
    notes: joinNotes(pair),
    tags: removeRepeats([...keep.tags, ...other.tags]),
    last_contacted: later(keep.last_contacted, other.last_contacted),
    created_at: earlier(keep.created_at, other.created_at),
    updated_at: now,
    merged_leads: [...getKnownMerges(keep, now), ...getKnownMerges(other, now), { id: other.id, at: now, ...ofOther }],
  };
  const planned = applyTasks(merged, mergeTasks(pair), now);
  return { ...planned, score: computeScore(planned, now) };
}
