import { isDeepStrictEqual } from 'node:util';
import { conflict, invalid } from '@plotline/kit/core/errors';
import { assertHoldable, refuseHeld } from '../../units/model/held-unit.js';
import type { Unit } from '../../units/model/unit.js';
import { findDepositFaults } from './deposit.js';
import { type Hold, type HoldTerms, maxActiveOfAgent, maxQueued } from './hold.js';
import { addHold, findHold, getQueue, type Holding, toUnitHold } from './holding.js';

/** Lead for which a unit is to be held. */
export interface HeldLead {
  readonly id: string;
  readonly version: number;
  readonly stage: string;
}

/** Terms in a request. Terms that were not sent are missing. */
export type SentTerms = { readonly [Field in keyof HoldTerms]?: HoldTerms[Field] | undefined };

/** Request for a hold. The contract has checked its shape. */
export interface HoldRequest {
  readonly id: string;
  readonly lead: HeldLead;
  readonly sent: SentTerms;
  /** Complete terms: the terms in the request, with defaults for missing ones. */
  readonly terms: HoldTerms;
  readonly queue: boolean;
  readonly settings: { readonly default_hours: number; readonly max_extensions: number };
}

/** Throws CONFLICT when the lead is won or lost. */
export function assertLeadOpen({ id, stage }: Pick<HeldLead, 'id' | 'stage'>): void {
  if (stage !== 'won' && stage !== 'lost') return;
  throw conflict(`The lead is ${stage}. Move it to another stage first.`, 'lead_closed', { lead_id: id, stage });
}

/** Throws CONFLICT if the lead already holds the unit or waits for it. */
export function assertNoOwnHold({ open }: Pick<Holding, 'open'>, leadId: string): void {
  const own = open.find(({ lead_id }) => lead_id === leadId);
  if (own) throw conflict('The lead already holds the unit, or waits for it.', 'lead_holds_unit', { hold_id: own.id });
}

function haveSameTerms({ terms }: Hold, sent: SentTerms): boolean {
  const fields = ['agent_id', 'expires_at', 'expires_in', 'deposit', 'notes'] as const;
  return fields.every((field) => sent[field] === undefined || isDeepStrictEqual(sent[field], terms[field]));
}

function createHold({ id, lead, terms, settings }: HoldRequest, unit: Unit, place: number | null, now: Date): Hold {
  const { agent_id, expires_at, deposit, notes } = terms;
  const isActive = place === null;
  return {
    id,
    version: 1,
    unit_id: unit.id,
    property_id: unit.property_id,
    lead_id: lead.id,
    agent_id,
    status: isActive ? 'active' : 'queued',
    price: { amount: unit.price.amount, currency: unit.price.currency },
    expires_at: isActive ? expires_at : null,
    position: place,
    deposit: deposit && { ...deposit, paid_at: null, reference: null },
    notes,
    extensions: 0,
    ended_at: null,
    ended_reason: null,
    created_at: now,
    updated_at: now,
    lead_version: lead.version,
    agent_since: agent_id === null ? null : now,
    activated_at: isActive ? now : null,
    terms,
    ...settings,
    deal_id: null,
  };
}

/**
 * Throws CONFLICT when the agent has the maximum number of active holds. `others` is their number without this hold.
 */
export function assertAgentMayHold(others: number): void {
  if (others < maxActiveOfAgent) return;
  throw conflict('The agent already has the maximum number of active holds.', 'hold_limit', {
    limit: maxActiveOfAgent,
  });
}

/**
 * Decision about a request for a hold. Contains the holding and the hold. The hold is new unless the lead already had
 * it.
 */
export interface HoldDecision {
  readonly holding: Holding;
  readonly hold: Hold;
  readonly isNew: boolean;
}

/**
 * Creates a hold on the unit for the lead, or adds the lead to the queue. Returns the existing hold if the request
 * repeats the lead's hold with the same terms. Throws CONFLICT. `heldByAgent` is the number of active holds of the
 * agent.
 */
export function holdUnit(holding: Holding, request: HoldRequest, heldByAgent: number, now: Date): HoldDecision {
  const { unit } = holding;
  const { lead, sent, terms, queue } = request;
  const own = holding.open.find(({ lead_id }) => lead_id === lead.id);
  if (own && haveSameTerms(own, sent)) return { holding, hold: own, isNew: false };
  assertNoOwnHold(holding, lead.id);
  assertLeadOpen(lead);
  const faults = findDepositFaults(terms.deposit, unit.price.currency);
  if (faults.length > 0) throw invalid(...faults);
  const held = toUnitHold(holding);
  const isHeld = held !== null;
  if (held && !queue) throw refuseHeld(unit, held);
  if (!isHeld) assertHoldable(unit);
  const waiting = getQueue(holding).length;
  if (isHeld && waiting >= maxQueued) {
    throw conflict('The maximum number of holds already wait for the unit.', 'queue_full', { limit: maxQueued });
  }
  if (!isHeld) assertAgentMayHold(heldByAgent);
  const after = addHold(holding, createHold(request, unit, isHeld ? waiting + 1 : null, now));
  const hold = findHold(after, request.id);
  if (!hold) throw new Error('The new hold is missing.');
  return { holding: after, hold, isNew: true };
}
