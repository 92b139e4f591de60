/** Formats an amount for a locale, by default the viewer's. Leaves out the decimals of whole amounts. */
export function formatMoney(amount: number, currency: string, locale?: string): string {
  const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {};
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount);
}

interface MoneyProps {
  readonly amount: number | null | undefined;
  readonly currency: string | null | undefined;
}

export function Money({ amount, currency }: MoneyProps) {
  if (amount === null || amount === undefined || !currency) return <span>–</span>;
  return <span>{formatMoney(amount, currency)}</span>;
}
