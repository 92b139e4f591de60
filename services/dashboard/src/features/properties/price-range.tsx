import { formatMoney } from '../../ui/format/format-number.js';
import { describeNoRange, type ListedProperty } from './listed-property.js';

/** Shows a property's prices, such as `$200,000 – $800,000` or `from $200,000`. */
export function PriceRange({ pricing, counts }: Pick<ListedProperty, 'pricing' | 'counts'>) {
  const { currency, min_price, max_price } = pricing;
  if (currency === null || (min_price === null && max_price === null)) return <span>{describeNoRange(counts)}</span>;
  if (max_price === null) return <span>from {formatMoney(min_price ?? 0, currency)}</span>;
  if (min_price === null) return <span>up to {formatMoney(max_price, currency)}</span>;
  return (
    <span>
      {formatMoney(min_price, currency)} – {formatMoney(max_price, currency)}
    </span>
  );
}
