import type { components } from '../../../gen/api.js';
import type { UnitCounts } from '../units/unit-bars.js';

type Schemas = components['schemas'];

/** A property in the portfolio. */
export interface ListedProperty {
  readonly id: string;
  readonly name: string;
  readonly type: Schemas['PropertyType'];
  readonly status: Schemas['PropertyStatus'];
  readonly place: string;
  readonly coordinates: { readonly lat: number; readonly lng: number } | null;
  readonly cover: string | null;
  readonly pricing: Schemas['Pricing'];
  readonly completionDate: string | null;
  readonly counts: UnitCounts;
}

/** Formats a location as `Marina, Port Ellis`. Omits unknown parts. */
export function toPlaceText({ area, city }: Pick<Schemas['Location'], 'area' | 'city'>): string {
  return [area, city].filter(Boolean).join(', ');
}

const noLocation = { area: null, city: null, coordinates: null };
const noPricing = { currency: null, min_price: null, max_price: null };
const noUnits = { available: 0, reserved: 0, sold: 0, off_market: 0, rented: 0 };

export function toListedProperty(row: Schemas['PropertyFields']): ListedProperty {
  const { id, name = id, type = 'apartment', status = 'planning', location = noLocation, pricing = noPricing } = row;
  const { completion_date = null, media, unit_counts = noUnits } = row;
  return {
    id,
    name,
    type,
    status,
    place: toPlaceText(location),
    coordinates: location.coordinates,
    cover: media?.cover ?? null,
    pricing,
    completionDate: completion_date,
    counts: unit_counts,
  };
}

/**
 * Returns the text for a property without a price range. If it has units, it also has prices, because every unit has a
 * price.
 */
export function describeNoRange(counts: UnitCounts): string {
  return Object.values(counts).some((count) => count > 0) ? 'Priced by unit' : 'No prices yet';
}

/** Returns the percentage of sold units among the units that can be sold. Returns null if there are no such units. */
export function getSoldShare({ available, reserved, sold }: ListedProperty['counts']): number | null {
  const all = available + reserved + sold;
  return all === 0 ? null : Math.round((sold / all) * 100);
}
