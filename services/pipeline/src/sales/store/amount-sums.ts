import type { Filter, Records, Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { toMinorUnits } from '../../counters/model/money.js';
import type { AmountSum } from '../model/amount-sum.js';

/** Converts an amount to the currency's smallest unit, because the database adds up such amounts without rounding. */
export function deriveMinorUnits({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  return { minor_units: Number(toMinorUnits(amount, currency)) };
}

/** Base of the two parts of a sum. Both parts are whole numbers that a double represents exactly. */
const million = 1e6;

/** Amounts to add up. */
interface SummedAmounts {
  readonly filter: Filter;
  readonly hint: string;
  /** Field with the amount in the currency's smallest unit. */
  readonly units: string;
  /** Field with a day, by whose month the sums are grouped. Without the field, there is one sum for each currency. */
  readonly day?: string;
  readonly session: ClientSession;
}

interface SumRow {
  readonly _id: { readonly currency: string; readonly month: string | null };
  readonly millions: number;
  readonly rest: number;
}

/** Adds up the amounts of the matching records in the database, by currency and month. */
export async function sumAmounts<T extends Versioned>(
  records: Records<T>,
  { filter, hint, units, day, session }: SummedAmounts,
): Promise<AmountSum[]> {
  const month = day === undefined ? { $literal: null } : { $substrBytes: [`$${day}`, 0, 7] };
  const rows = await records.aggregate<SumRow>(
    [
      { $match: { ...filter } },
      {
        $group: {
          _id: { currency: '$currency', month },
          millions: { $sum: { $floor: { $divide: [`$${units}`, million] } } },
          rest: { $sum: { $mod: [`$${units}`, million] } },
        },
      },
    ],
    { hint, session },
  );
  return rows.map(({ _id: { currency, month: of }, millions, rest }) => ({
    currency,
    month: of ?? '',
    units: BigInt(millions) * BigInt(million) + BigInt(rest),
  }));
}
