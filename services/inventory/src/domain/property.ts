import { invalid, type ProblemDetail } from '@plotline/kit/errors';

export type PropertyType = 'villa' | 'apartment' | 'townhouse' | 'penthouse' | 'commercial' | 'land' | 'mixed_use';
export type PropertyStatus = 'planning' | 'under_construction' | 'completed' | 'sold_out' | 'archived';

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

export interface Location {
  readonly address: string | null;
  readonly area: string | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly coordinates: Coordinates | null;
}

export interface Media {
  readonly cover: string | null;
  readonly gallery: readonly string[];
  readonly floor_plans: readonly string[];
  readonly virtual_tour: string | null;
}

/** The range of prices in a property; an end that is null is open. */
export interface Pricing {
  readonly currency: string | null;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/** A development project. How many units it has is counted beside it. */
export interface Property {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly type: PropertyType;
  readonly status: PropertyStatus;
  readonly location: Location;
  readonly description: string | null;
  readonly media: Media;
  readonly pricing: Pricing;
  readonly features: readonly string[];
  /** `YYYY-MM-DD` */
  readonly completion_date: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | null };

/** Coordinates as a merge may leave them: one of the two may be missing. */
type LooseLocation = Omit<Loose<Location>, 'coordinates'> & { readonly coordinates?: Partial<Coordinates> | null };

/** What a create body says; the contract has checked its shape. */
export interface PropertyDraft {
  readonly name: string;
  readonly type: PropertyType;
  readonly status: PropertyStatus;
  readonly location: Loose<Location>;
  readonly description?: string | null;
  readonly media?: Loose<Media> | null;
  readonly pricing?: Loose<Pricing> | null;
  readonly features?: readonly string[] | null;
  readonly completion_date?: string | null;
}

/** What a PUT may say; absent is unchanged, null is cleared. */
export type PropertyPatch = Partial<Omit<PropertyDraft, 'location'>> & { readonly location?: LooseLocation };

/** A property after a merge, in which cleared objects and lists are null or lack members. */
export type MergedProperty = Omit<Property, 'location' | 'media' | 'pricing' | 'features'> & {
  readonly location: Omit<Location, 'coordinates'> & { readonly coordinates: Partial<Coordinates> | null };
  readonly media: Loose<Media> | null;
  readonly pricing: Loose<Pricing> | null;
  readonly features: readonly string[] | null;
};

const noPlace: Location = { address: null, area: null, city: null, country: null, coordinates: null };

function completeMedia(media: Loose<Media> | null | undefined): Media {
  return {
    cover: media?.cover ?? null,
    gallery: media?.gallery ?? [],
    floor_plans: media?.floor_plans ?? [],
    virtual_tour: media?.virtual_tour ?? null,
  };
}

/** Amounts without a currency are in the workspace's. */
function completePricing(pricing: Loose<Pricing> | null | undefined, workspaceCurrency: string): Pricing {
  const { currency = null, min_price = null, max_price = null } = pricing ?? {};
  const isPriced = min_price !== null || max_price !== null;
  return { currency: currency ?? (isPriced ? workspaceCurrency : null), min_price, max_price };
}

function completeCoordinates(coordinates: Partial<Coordinates> | null): Coordinates | null {
  const { lat, lng } = coordinates ?? {};
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** What only the parts of a property together can have wrong: half a coordinate, a price range upside down. */
export function propertyFaults({ location, pricing }: PropertyPatch): ProblemDetail[] {
  const { coordinates } = location ?? {};
  const missing = coordinates ? (['lat', 'lng'] as const).filter((half) => coordinates[half] === undefined) : [];
  const { min_price, max_price } = pricing ?? {};
  const isUpsideDown = typeof min_price === 'number' && typeof max_price === 'number' && min_price > max_price;
  return [
    ...missing.map((half) => ({ field: `location.coordinates.${half}`, message: 'is required' })),
    ...(isUpsideDown ? [{ field: 'pricing.min_price', message: 'must be at most pricing.max_price' }] : []),
  ];
}

function assertSound(property: PropertyPatch): void {
  const faults = propertyFaults(property);
  if (faults.length > 0) throw invalid(...faults);
}

/** When a property is made or changed, and the currency of the workspace that it is in. */
interface Circumstances {
  readonly now: Date;
  readonly currency: string;
}

/** A new property. Throws VALIDATION_ERROR when its parts do not fit together. */
export function createProperty(draft: PropertyDraft, id: string, { now, currency }: Circumstances): Property {
  assertSound(draft);
  return {
    id,
    version: 1,
    name: draft.name,
    type: draft.type,
    status: draft.status,
    location: { ...noPlace, ...draft.location },
    description: draft.description ?? null,
    media: completeMedia(draft.media),
    pricing: completePricing(draft.pricing, currency),
    features: draft.features ?? [],
    completion_date: draft.completion_date ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** The property as its editor wants it. Throws VALIDATION_ERROR when its parts do not fit together. */
export function editProperty(wanted: MergedProperty, { now, currency }: Circumstances): Property {
  assertSound(wanted);
  return {
    ...wanted,
    location: { ...wanted.location, coordinates: completeCoordinates(wanted.location.coordinates) },
    media: completeMedia(wanted.media),
    pricing: completePricing(wanted.pricing, currency),
    features: wanted.features ?? [],
    updated_at: now,
  };
}
