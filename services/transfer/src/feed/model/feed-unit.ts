/** Fields of a property that a feed shows with its units, in the form that GET returns. */
export interface FeedProperty {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly location: {
    readonly address: string | null;
    readonly area: string | null;
    readonly city: string | null;
    readonly country: string | null;
    readonly coordinates: { readonly lat: number; readonly lng: number } | null;
  };
  readonly description: string | null;
  readonly media: {
    readonly cover: string | null;
    readonly gallery: readonly string[];
    readonly floor_plans: readonly string[];
    readonly virtual_tour: string | null;
  };
  readonly features: readonly string[];
  readonly completion_date: string | null;
  readonly updated_at: string;
}

/** Fields of a unit that a feed shows, in the form that GET returns. */
export interface ListedUnit {
  readonly id: string;
  readonly property_id: string;
  readonly name: string;
  readonly unit_number: string | null;
  readonly type: string | null;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly size: { readonly interior: number | null; readonly land: number | null; readonly unit: string | null };
  readonly price: { readonly amount: number; readonly currency: string };
  readonly features: readonly string[];
  readonly floor_plan: string | null;
  readonly gallery: readonly string[];
  readonly updated_at: string;
}

/** Returns the fields of a property that are kept while its units are read. */
export function toFeedProperty({ id, name, type, status, location, ...rest }: FeedProperty): FeedProperty {
  const { address, area, city, country, coordinates } = location;
  const { description, media, features, completion_date, updated_at } = rest;
  const { cover, gallery, floor_plans, virtual_tour } = media;
  return {
    id,
    name,
    type,
    status,
    location: { address, area, city, country, coordinates },
    description,
    media: { cover, gallery, floor_plans, virtual_tour },
    features,
    completion_date,
    updated_at,
  };
}

/** Renders a unit for a feed. Lists each field by name, so that no private field is included. */
export function toFeedUnit(unit: ListedUnit, property: FeedProperty) {
  const { id, name, unit_number, type, bedrooms, bathrooms, size, price, features, floor_plan, gallery } = unit;
  return {
    id,
    name,
    unit_number,
    type,
    bedrooms,
    bathrooms,
    size,
    price,
    features,
    floor_plan,
    gallery,
    updated_at: unit.updated_at,
    property,
  };
}

export type FeedUnit = ReturnType<typeof toFeedUnit>;
