import { findFineAmounts } from '@plotline/kit/core/currencies';
import { conflict, Problem, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Unit } from '../../units/model/unit.js';
import type { Deposit, Hold } from './hold.js';

type AgreedDeposit = Pick<Deposit, 'amount' | 'currency'>;

/**
 * Finds the errors in an agreed deposit that the contract can't find. `currency` is the currency of the hold's price.
 */
export function findDepositFaults(deposit: AgreedDeposit | null, currency: string): ProblemDetail[] {
  if (!deposit) return [];
  if (deposit.currency !== currency) {
    return [{ field: 'deposit.currency', message: `must be ${currency}, the currency of the price` }];
  }
  return findFineAmounts({ currency, amounts: { 'deposit.amount': deposit.amount } });
}

/** Returns the agreed deposit. Throws CONFLICT when there is none. */
export function getDeposit({ deposit }: Pick<Hold, 'deposit'>): Deposit {
  if (!deposit) throw conflict('No deposit was agreed. Add one to the hold first.', 'no_deposit');
  return deposit;
}

/** Returns the deposit as paid. Throws CONFLICT when no deposit was agreed. */
export function payDeposit(hold: Hold, paid_at: Date, reference: string | null): Deposit {
  return { ...getDeposit(hold), paid_at, reference };
}

/** Throws CONFLICT when the payment of the deposit is recorded, because a paid deposit can't be changed. */
export function assertDepositUnpaid({ deposit }: Pick<Hold, 'deposit'>): void {
  if (!deposit?.paid_at) return;
  throw conflict('The deposit is paid. Reverse the payment before you change the deposit.', 'deposit_paid');
}

/** Throws CONFLICT if the deposit is paid in a different currency from that of the unit's price. */
export function assertDepositFits(
  hold: Pick<Hold, 'id' | 'deposit'>,
  { name, price }: Pick<Unit, 'name' | 'price'>,
): void {
  const { id, deposit } = hold;
  if (!deposit?.paid_at || deposit.currency === price.currency) return;
  const message = `The deposit for ${name} is paid in ${deposit.currency}. Reverse the payment before you change the currency.`;
  // An import shows this as the rejected field of the row.
  const details = [{ field: 'price.currency', message }];
  throw new Problem('CONFLICT', message, { reason: 'deposit_paid', data: { hold_id: id }, details });
}
