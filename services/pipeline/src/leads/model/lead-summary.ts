import { getMinorUnits } from '@plotline/kit/core/currencies';
import { addDecimals, type Decimal, roundDecimal } from '../../counters/model/money.js';
import { type Stage, stages } from './lead.js';

/** Sum of money in one currency. A null currency stands for the workspace's currency. */
export interface AmountSum {
  readonly currency: string | null;
  readonly amount: Decimal;
}

/** Leads of a stage whose budgets have one currency, and the sum of these budgets. */
export interface StageSum extends AmountSum {
  readonly stage: Stage;
  readonly count: number;
}

/** Content of a column of the board. */
export interface StageSummary {
  readonly stage: Stage;
  readonly count: number;
  /** One value for each currency, in alphabetical order. */
  readonly values: readonly { readonly currency: string; readonly amount: number }[];
}

function sumByCurrency(sums: readonly AmountSum[], workspaceCurrency: string): StageSummary['values'] {
  const byCurrency = new Map<string, Decimal>();
  for (const { currency, amount } of sums) {
    const name = currency ?? workspaceCurrency;
    const sum = byCurrency.get(name);
    byCurrency.set(name, sum ? addDecimals(sum, amount) : amount);
  }
  return [...byCurrency]
    .map(([currency, sum]) => ({ currency, amount: roundDecimal(sum, getMinorUnits(currency)) }))
    .filter(({ amount }) => amount !== 0)
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

/** Summarizes the stages in their order: the sums of budgets and, for `won`, the values of deals. */
export function summarizeStages(
  budgets: readonly StageSum[],
  deals: readonly AmountSum[],
  workspaceCurrency: string,
): StageSummary[] {
  return stages.map((stage) => {
    const own = budgets.filter((sum) => sum.stage === stage);
    const count = own.reduce((total, sum) => total + sum.count, 0);
    return { stage, count, values: sumByCurrency(stage === 'won' ? deals : own, workspaceCurrency) };
  });
}
