import { isDeepStrictEqual } from 'node:util';
import { conflict, invalid } from '@plotline/kit/core/errors';
import { assertHoldable, refuseHeld } from '../../units/model/held-unit.js';
import { assertDepositUnpaid, findDepositFaults, payDeposit } from './deposit.js';
import { type Deposit, type Hold, isOpen, reviseHold } from './hold.js';
import { changeOpen, endHold, type Holding, promote, takeOut, toUnitHold } from './holding.js';
import { assertLeadOpen, assertNoOwnHold, type HeldLead } from './new-hold.js';

/** Hold to change, and the unit that it is on. */
export interface HeldState {
  readonly holding: Holding;
  readonly hold: Hold;
}

function refuseEnded({ status }: Hold) {
  return conflict(`The hold is ${status} and can no longer be changed this way.`, 'hold_not_active', { status });
}

/** Throws CONFLICT when the hold has ended. */
export function assertOpen(hold: Hold): void {
  if (!isOpen(hold)) throw refuseEnded(hold);
}

/** Throws CONFLICT unless the hold is active. */
function assertActive(hold: Hold): void {
  if (hold.status !== 'active') throw refuseEnded(hold);
}

/** New end of a hold. */
export interface Extension {
  readonly expires_at: Date;
  /** Field of the request that contains the new end. */
  readonly field: 'expires_at' | 'expires_in';
  /** Whether the caller may extend a hold only a limited number of times. */
  readonly isLimited: boolean;
}

/** Extends an active hold. Throws CONFLICT, or VALIDATION_ERROR if the new end is not later than the current end. */
export function extendHold({ holding, hold }: HeldState, extension: Extension, now: Date): Holding {
  assertActive(hold);
  const { expires_at, field, isLimited } = extension;
  if (hold.expires_at && expires_at <= hold.expires_at) {
    throw invalid({ field, message: `must end later than ${hold.expires_at.toISOString()}, its current end` });
  }
  if (isLimited && hold.extensions >= hold.max_extensions) {
    const data = { limit: hold.max_extensions };
    throw conflict('The hold was already extended as often as the role allows.', 'extension_limit', data);
  }
  const after = reviseHold(hold, { expires_at, extensions: hold.extensions + 1 }, now);
  return changeOpen(holding, hold, 'extended', after);
}

/**
 * Ends an open hold on request. Returns a released hold unchanged. Throws CONFLICT if the hold has already ended for
 * another reason.
 */
export function releaseHold({ holding, hold }: HeldState, remark: string | null, now: Date): Holding {
  if (hold.status === 'released') return holding;
  assertOpen(hold);
  return promote(endHold(holding, hold, { status: 'released', reason: 'released', remark }, now), now);
}

/** Moves an open hold to another lead. Throws CONFLICT. */
export function transferToLead({ holding, hold }: HeldState, lead: HeldLead, now: Date): Holding {
  assertOpen(hold);
  if (lead.id === hold.lead_id) return holding;
  assertNoOwnHold(holding, lead.id);
  assertLeadOpen(lead);
  const after = reviseHold(hold, { lead_id: lead.id, lead_version: lead.version }, now);
  return changeOpen(holding, hold, 'transferred', after);
}

/**
 * Moves an active hold to another unit of the property, and activates the first hold in the queue of the previous unit.
 * Returns the holdings of both units. Throws CONFLICT, or VALIDATION_ERROR if the unit is not suitable.
 */
export function transferToUnit({ holding, hold }: HeldState, target: Holding, now: Date): readonly Holding[] {
  assertActive(hold);
  const { unit } = target;
  if (unit.property_id !== hold.property_id) {
    throw invalid({ field: 'unit_id', message: 'must be a unit of the same property' });
  }
  assertNoOwnHold(target, hold.lead_id);
  const held = toUnitHold(target);
  if (held) throw refuseHeld(unit, held);
  assertHoldable(unit);
  if (hold.deposit && hold.deposit.currency !== unit.price.currency) {
    const message = `must be priced in ${hold.deposit.currency}, the currency of the deposit`;
    throw invalid({ field: 'unit_id', message });
  }
  const price = { amount: unit.price.amount, currency: unit.price.currency };
  const after = reviseHold(hold, { unit_id: unit.id, price }, now);
  const moved = changeOpen({ ...target, open: [...target.open, hold] }, hold, 'transferred', after);
  return [moved, promote(takeOut(holding, hold, now), now)];
}

/** Fields of a hold that a PUT merges. */
export interface EditedHold {
  readonly notes: string | null;
  readonly agent_id: string | null;
  readonly deposit: Deposit | null;
}

/** Changes fields of an open hold. Returns the same holding if none of them differs. Throws CONFLICT. */
export function editHold({ holding, hold }: HeldState, edited: EditedHold, now: Date): Holding {
  const { notes, agent_id, deposit } = edited;
  const isSameDeposit = isDeepStrictEqual(deposit, hold.deposit);
  if (notes === hold.notes && agent_id === hold.agent_id && isSameDeposit) return holding;
  assertOpen(hold);
  if (!isSameDeposit) {
    assertDepositUnpaid(hold);
    const faults = findDepositFaults(deposit, hold.price.currency);
    if (faults.length > 0) throw invalid(...faults);
  }
  const ofAgent = agent_id === hold.agent_id ? {} : { agent_id, agent_since: agent_id === null ? null : now };
  return changeOpen(holding, hold, 'updated', reviseHold(hold, { notes, deposit, ...ofAgent }, now));
}

/** Records the payment of the deposit. Changes nothing if it is already paid. Throws CONFLICT. */
export function recordDeposit(
  { holding, hold }: HeldState,
  { paid_at, reference }: { readonly paid_at: Date; readonly reference: string | null },
  now: Date,
): Holding {
  if (hold.deposit?.paid_at) return holding;
  assertOpen(hold);
  const deposit = payDeposit(hold, paid_at, reference);
  return changeOpen(holding, hold, 'deposit_paid', reviseHold(hold, { deposit }, now));
}

/** Removes the recorded payment of the deposit. Returns null if no payment is recorded. Throws CONFLICT. */
export function takeBackDeposit({ holding, hold }: HeldState, now: Date): Holding | null {
  assertOpen(hold);
  if (!hold.deposit?.paid_at) return null;
  const deposit = { ...hold.deposit, paid_at: null, reference: null };
  return changeOpen(holding, hold, 'updated', reviseHold(hold, { deposit }, now));
}
