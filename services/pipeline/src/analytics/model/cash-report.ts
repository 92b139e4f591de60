import type { Period } from '@plotline/kit/core/period';
import { fromMinorUnits } from '../../counters/model/money.js';
import type { AmountSum } from '../../sales/model/amount-sum.js';

/** Sums of a period, by currency and month. */
export interface CashSums {
  readonly received: readonly AmountSum[];
  readonly due: readonly AmountSum[];
  /** Sums by currency, independent of the period. */
  readonly overdue: readonly AmountSum[];
}

/** Adds up the sums that have the same key. Returns the totals by key, in alphabetical order. */
function groupUnits(sums: readonly AmountSum[], toKey: (sum: AmountSum) => string): Map<string, bigint> {
  const groups = new Map<string, bigint>();
  for (const sum of sums) groups.set(toKey(sum), (groups.get(toKey(sum)) ?? 0n) + sum.units);
  return new Map([...groups].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function toAmounts(sums: readonly AmountSum[]) {
  const groups = groupUnits(sums, ({ currency }) => currency);
  return [...groups].map(([currency, units]) => ({ currency, amount: fromMinorUnits(units, currency) }));
}

/** Lists each month and currency with an amount that was received or due. */
function listMonths({ received, due }: CashSums) {
  const toKey = ({ month, currency }: AmountSum) => `${month}/${currency}`;
  const [receivedIn, dueIn] = [groupUnits(received, toKey), groupUnits(due, toKey)];
  return [...groupUnits([...received, ...due], toKey).keys()].map((key) => {
    const [month = '', currency = ''] = key.split('/');
    return {
      month,
      currency,
      due: fromMinorUnits(dueIn.get(key) ?? 0n, currency),
      received: fromMinorUnits(receivedIn.get(key) ?? 0n, currency),
    };
  });
}

/** Creates the report of the money received and due in a period. */
export function createCashReport(sums: CashSums, period: Period) {
  return {
    ...period,
    received: toAmounts(sums.received),
    due: toAmounts(sums.due),
    overdue: toAmounts(sums.overdue),
    by_month: listMonths(sums),
  };
}
