import { findFineAmounts } from '@plotline/kit/core/currencies';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import { type ExternallyIdentified, toExternalId } from '@plotline/kit/core/ids';

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

/** Price range of a property. Null means that the range has no limit at that end. */
export interface Pricing {
  readonly currency: string | null;
  readonly min_price: number | null;
  readonly max_price: number | null;
}

/** Development project. Its units are counted by a `UnitCounter`. */
export interface Property extends ExternallyIdentified {
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

/** Type `T` in the form of a request body. Unknown fields are missing or null. */
type Nullable<T> = { readonly [K in keyof T]?: T[K] | null };

/** Location merged with a patch. One of the two coordinates may be missing. */
type MergedLocation = Omit<Nullable<Location>, 'coordinates'> & { readonly coordinates?: Partial<Coordinates> | null };

/** Body of a request that creates a property. The contract has validated its shape. */
export interface PropertyDraft {
  readonly external_id?: string | null;
  readonly name: string;
  readonly type: PropertyType;
  readonly status: PropertyStatus;
  readonly location: Nullable<Location>;
  readonly description?: string | null;
  readonly media?: Nullable<Media> | null;
  readonly pricing?: Nullable<Pricing> | null;
  readonly features?: readonly string[] | null;
  readonly completion_date?: string | null;
}

/** Body of a PUT request. Absent fields don't change; null clears a field. */
export type PropertyPatch = Partial<Omit<PropertyDraft, 'location'>> & { readonly location?: MergedLocation };

/** Property merged with a patch. Cleared objects and lists are null; other objects may lack some fields. */
export type MergedProperty = Omit<Property, 'external_id' | 'location' | 'media' | 'pricing' | 'features'> & {
  readonly external_id?: string | null | undefined;
  readonly location: Omit<Location, 'coordinates'> & { readonly coordinates: Partial<Coordinates> | null };
  readonly media: Nullable<Media> | null;
  readonly pricing: Nullable<Pricing> | null;
  readonly features: readonly string[] | null;
};

const emptyLocation: Location = { address: null, area: null, city: null, country: null, coordinates: null };

function completeMedia(media: Nullable<Media> | null | undefined): Media {
  return {
    cover: media?.cover ?? null,
    gallery: media?.gallery ?? [],
    floor_plans: media?.floor_plans ?? [],
    virtual_tour: media?.virtual_tour ?? null,
  };
}

/** Adds the missing fields. Amounts without a currency are in the workspace's currency. */
function completePricing(pricing: Nullable<Pricing> | null | undefined, workspaceCurrency: string): Pricing {
  const { currency = null, min_price = null, max_price = null } = pricing ?? {};
  const isPriced = min_price !== null || max_price !== null;
  return { currency: currency ?? (isPriced ? workspaceCurrency : null), min_price, max_price };
}

function completeCoordinates(coordinates: Partial<Coordinates> | null): Coordinates | null {
  const { lat, lng } = coordinates ?? {};
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

type ComparedFields = Pick<PropertyPatch, 'location' | 'pricing'>;

function findPriceFaults({ pricing }: ComparedFields, sent: ComparedFields): ProblemDetail[] {
  const { min_price, max_price } = pricing ?? {};
  if (typeof min_price !== 'number' || typeof max_price !== 'number' || min_price <= max_price) return [];
  return sent.pricing?.min_price === undefined
    ? [{ field: 'pricing.max_price', message: `must be at least pricing.min_price, which is ${min_price}` }]
    : [{ field: 'pricing.min_price', message: `must be at most pricing.max_price, which is ${max_price}` }];
}

/**
 * Finds errors that involve several fields: one coordinate without the other, or a minimum price above the maximum.
 * Reports the field of the price that was sent.
 */
export function findPropertyFaults(property: ComparedFields, sent: ComparedFields = property): ProblemDetail[] {
  const { coordinates } = property.location ?? {};
  const missing = coordinates ? (['lat', 'lng'] as const).filter((axis) => coordinates[axis] === undefined) : [];
  return [
    ...missing.map((axis) => ({ field: `location.coordinates.${axis}`, message: 'is required' })),
    ...findPriceFaults(property, sent),
  ];
}

function toMoney({ min_price, max_price, currency }: Pricing) {
  return { currency, amounts: { 'pricing.min_price': min_price, 'pricing.max_price': max_price } };
}

/** Finds prices with more decimal places than their currency has, unless the property already has these prices. */
export function findPriceAmountFaults(
  { pricing }: ComparedFields,
  { currency, known }: Pick<ChangeOptions, 'currency' | 'known'>,
): ProblemDetail[] {
  return findFineAmounts(toMoney(completePricing(pricing, currency)), known && toMoney(known.pricing));
}

function assertConsistent(property: ComparedFields, options: ChangeOptions, sent = property): void {
  const faults = [...findPropertyFaults(property, sent), ...findPriceAmountFaults(property, options)];
  if (faults.length > 0) throw invalid(...faults);
}

/** Time of a change, and currency of the workspace. */
interface ChangeOptions {
  readonly now: Date;
  readonly currency: string;
  /** The property before the change. */
  readonly known?: Pick<Property, 'pricing'>;
}

/** Creates a property. Throws VALIDATION_ERROR when its fields contradict each other. */
export function createProperty(draft: PropertyDraft, id: string, options: ChangeOptions): Property {
  const { now, currency } = options;
  assertConsistent(draft, options);
  return {
    id,
    version: 1,
    ...toExternalId(draft.external_id),
    name: draft.name,
    type: draft.type,
    status: draft.status,
    location: { ...emptyLocation, ...draft.location },
    description: draft.description ?? null,
    media: completeMedia(draft.media),
    pricing: completePricing(draft.pricing, currency),
    features: draft.features ?? [],
    completion_date: draft.completion_date ?? null,
    created_at: now,
    updated_at: now,
  };
}

/**
 * Returns the property after a PUT of the fields in `sent`. Throws VALIDATION_ERROR when its fields contradict each
 * other.
 */
export function editProperty(merged: MergedProperty, options: ChangeOptions, sent: ComparedFields = merged): Property {
  const { now, currency } = options;
  assertConsistent(merged, options, sent);
  return {
    ...merged,
    external_id: merged.external_id ?? undefined,
    location: { ...merged.location, coordinates: completeCoordinates(merged.location.coordinates) },
    media: completeMedia(merged.media),
    pricing: completePricing(merged.pricing, currency),
    features: merged.features ?? [],
    updated_at: now,
  };
}
