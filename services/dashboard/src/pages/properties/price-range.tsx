import { formatMoney } from '../../components/money.js';
import type { ListedProperty } from './listed-property.js';

/** What units of a property cost: `$200,000 – $800,000`, `from $200,000`. */
export function PriceRange({ pricing }: Pick<ListedProperty, 'pricing'>) {
  const { currency, min_price, max_price } = pricing;
  if (currency === null || (min_price === null && max_price === null)) return <span>No prices yet</span>;
  if (max_price === null) return <span>from {formatMoney(min_price ?? 0, currency)}</span>;
  if (min_price === null) return <span>up to {formatMoney(max_price, currency)}</span>;
  return (
    <span>
      {formatMoney(min_price, currency)} – {formatMoney(max_price, currency)}
    </span>
  );
}
