import { formatMoney } from './format-number.js';

interface MoneyProps {
  readonly amount: number | null | undefined;
  readonly currency: string | null | undefined;
}

/** Shows an amount of money, or a dash. */
export function Money({ amount, currency }: MoneyProps) {
  if (amount === null || amount === undefined || !currency) return <span>–</span>;
  return <span>{formatMoney(amount, currency)}</span>;
}
