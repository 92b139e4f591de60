import { invalid } from '@plotline/kit/errors';

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
export type PropertyPatch = Partial<PropertyDraft>;

/** A property after a merge, in which cleared objects and lists are null or lack members. */
export type MergedProperty = Omit<Property, 'media' | 'pricing' | 'features'> & {
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

function completePricing(pricing: Loose<Pricing> | null | undefined): Pricing {
  const { currency = null, min_price = null, max_price = null } = pricing ?? {};
  if (min_price !== null && max_price !== null && min_price > max_price) {
    throw invalid({ field: 'pricing.min_price', message: 'must be at most pricing.max_price' });
  }
  return { currency, min_price, max_price };
}

/** A new property. Throws VALIDATION_ERROR when its price range is upside down. */
export function createProperty(draft: PropertyDraft, id: string, now: Date): Property {
  return {
    id,
    version: 1,
    name: draft.name,
    type: draft.type,
    status: draft.status,
    location: { ...noPlace, ...draft.location },
    description: draft.description ?? null,
    media: completeMedia(draft.media),
    pricing: completePricing(draft.pricing),
    features: draft.features ?? [],
    completion_date: draft.completion_date ?? null,
    created_at: now,
    updated_at: now,
  };
}

/** The property as its editor wants it. Throws VALIDATION_ERROR when its price range is upside down. */
export function editProperty(wanted: MergedProperty, now: Date): Property {
  return {
    ...wanted,
    media: completeMedia(wanted.media),
    pricing: completePricing(wanted.pricing),
    features: wanted.features ?? [],
    updated_at: now,
  };
}
