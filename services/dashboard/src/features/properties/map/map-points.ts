import { formatCompactMoney } from '../../../ui/format/format-number.js';
import { describeNoRange, type ListedProperty } from '../listed-property.js';

/** Property with coordinates. */
export interface MapPoint {
  readonly property: ListedProperty;
  readonly lat: number;
  readonly lng: number;
}

/** Returns the properties with coordinates. */
export function toMapPoints(properties: readonly ListedProperty[]): readonly MapPoint[] {
  return properties.flatMap((property) => {
    const { coordinates } = property;
    return coordinates === null ? [] : [{ property, lat: coordinates.lat, lng: coordinates.lng }];
  });
}

/** Describes the lowest price, such as `from $200K`. */
export function describePriceFrom({ pricing, counts }: Pick<ListedProperty, 'pricing' | 'counts'>): string {
  const { currency, min_price } = pricing;
  if (currency === null || min_price === null) return describeNoRange(counts);
  return `from ${formatCompactMoney(min_price, currency)}`;
}

/** Describes how many units are for sale, such as `12 available`. */
export function describeAvailable({ counts }: Pick<ListedProperty, 'counts'>): string {
  return `${counts.available} available`;
}

type Bounds = readonly [west: number, south: number, east: number, north: number];

/** Returns the smallest box that contains all points. Returns null if there are no points. */
export function getBounds(points: readonly Pick<MapPoint, 'lat' | 'lng'>[]): Bounds | null {
  if (points.length === 0) return null;
  const [lats, lngs] = [points.map(({ lat }) => lat), points.map(({ lng }) => lng)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}
