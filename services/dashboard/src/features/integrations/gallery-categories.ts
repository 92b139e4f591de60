import { toLabel } from '../../ui/format/label.js';
import type { ConnectionProvider } from '../connections/connection-queries.js';

/**
 * Titles by category, in the order of the gallery. A category that is new in the API comes last, under its own name.
 */
const titles: Readonly<Record<string, string>> = {
  payments: 'Payments',
  email: 'Email',
  crm: 'CRM',
  e_signature: 'E-signature',
};

interface ProviderGroup {
  readonly category: string;
  readonly title: string;
  readonly providers: readonly ConnectionProvider[];
}

/** Groups providers by category. */
export function groupProviders(providers: readonly ConnectionProvider[]): readonly ProviderGroup[] {
  const order = Object.keys(titles);
  const rank = (category: string) => (order.includes(category) ? order.indexOf(category) : order.length);
  const categories: string[] = [...new Set(providers.map(({ category }) => category))];
  return categories
    .toSorted((one, other) => rank(one) - rank(other))
    .map((category) => ({
      category,
      title: titles[category] ?? toLabel(category),
      providers: providers.filter((provider) => provider.category === category),
    }));
}
