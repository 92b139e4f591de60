import type { Bounds } from '../../formats/model/parse-number.js';

/** Type of a field, which decides how the text of a cell is converted to its value. */
export type FieldType =
  | { readonly kind: 'text' | 'long-text' | 'name' | 'email' | 'phone' | 'timeline' | 'currency' }
  | { readonly kind: 'list' | 'urls' | 'date' | 'date-time' }
  | { readonly kind: 'enumeration'; readonly values: readonly string[] }
  | ({ readonly kind: 'rooms' | 'degrees' } & Bounds)
  /** `unitField` gets the currency or unit in the text, unless the file has a value for that field. */
  | ({ readonly kind: 'money'; readonly unitField: string } & Bounds)
  | ({ readonly kind: 'area'; readonly unitField: string; readonly isHome: boolean } & Bounds);

/** Field with a currency or a unit of area. */
export type MeasureType = Extract<FieldType, { readonly kind: 'money' | 'area' }>;

/** Returns whether the field has several values. */
export function isList({ kind }: FieldType): boolean {
  return kind === 'list' || kind === 'urls';
}

/** Returns whether the field is a number. */
export function isNumber({ kind }: FieldType): boolean {
  return kind === 'rooms' || kind === 'degrees' || kind === 'money' || kind === 'area';
}

/** Returns the name of the type in the public API. */
export function toPublicType(type: FieldType): 'text' | 'number' | 'date' | 'date-time' | 'list' | 'urls' {
  if (isNumber(type)) return 'number';
  const { kind } = type;
  return kind === 'date' || kind === 'date-time' || kind === 'list' || kind === 'urls' ? kind : 'text';
}

export type ImportResource = 'leads' | 'units' | 'properties';

const text = { kind: 'text' } as const;
const longText = { kind: 'long-text' } as const;
const currency = { kind: 'currency' } as const;
const list = { kind: 'list' } as const;
const urls = { kind: 'urls' } as const;
const date = { kind: 'date' } as const;
const dateTime = { kind: 'date-time' } as const;
const rooms = { kind: 'rooms', minimum: 0, maximum: 1000 } as const;
const land = { kind: 'area', unitField: 'size.unit', isHome: false, minimum: 0, maximum: 1_000_000_000 } as const;
const interior = { ...land, isHome: true } as const;

function money(unitField: string): FieldType {
  return { kind: 'money', unitField, minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
}

function oneOf(...values: readonly string[]): FieldType {
  return { kind: 'enumeration', values };
}

function toFields(fields: Readonly<Record<string, FieldType>>): ReadonlyMap<string, FieldType> {
  return new Map(Object.entries(fields));
}

/**
 * Fields of a record that a file can fill, by path. These are the writable fields of a new record and, for leads, also
 * the stage and the time of creation. A test compares them with the contracts of the services that own the records.
 */
export const importFields: Readonly<Record<ImportResource, ReadonlyMap<string, FieldType>>> = {
  leads: toFields({
    external_id: text,
    name: { kind: 'name' },
    email: { kind: 'email' },
    phone: { kind: 'phone' },
    source: oneOf('website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'),
    stage: oneOf('new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'),
    interested_properties: list,
    'budget.min': money('budget.currency'),
    'budget.max': money('budget.currency'),
    'budget.currency': currency,
    timeline: { kind: 'timeline' },
    notes: longText,
    assigned_agent: text,
    tags: list,
    last_contacted: dateTime,
    next_follow_up: dateTime,
    created_at: dateTime,
  }),
  units: toFields({
    external_id: text,
    property_id: text,
    name: text,
    unit_number: text,
    type: text,
    status: oneOf('available', 'reserved', 'sold', 'off_market', 'rented'),
    bedrooms: rooms,
    bathrooms: rooms,
    'size.interior': interior,
    'size.land': land,
    'size.unit': text,
    'price.amount': money('price.currency'),
    'price.currency': currency,
    features: list,
    floor_plan: text,
    gallery: urls,
    visibility: oneOf('public', 'agents', 'team', 'private'),
    assigned_agent: text,
  }),
  properties: toFields({
    external_id: text,
    name: text,
    type: oneOf('villa', 'apartment', 'townhouse', 'penthouse', 'commercial', 'land', 'mixed_use'),
    status: oneOf('planning', 'under_construction', 'completed', 'sold_out', 'archived'),
    'location.address': text,
    'location.area': text,
    'location.city': text,
    'location.country': text,
    'location.coordinates.lat': { kind: 'degrees', minimum: -90, maximum: 90 },
    'location.coordinates.lng': { kind: 'degrees', minimum: -180, maximum: 180 },
    description: longText,
    'media.cover': text,
    'media.gallery': urls,
    'media.floor_plans': urls,
    'media.virtual_tour': text,
    'pricing.currency': currency,
    'pricing.min_price': money('pricing.currency'),
    'pricing.max_price': money('pricing.currency'),
    features: list,
    completion_date: date,
  }),
};

/** Fields that are required to create a record. A property also needs at least one of its location fields. */
const requiredFields: Readonly<Record<ImportResource, readonly string[]>> = {
  leads: ['name', 'email'],
  units: ['property_id', 'name', 'price.amount', 'price.currency'],
  properties: ['name', 'type'],
};

/** Returns whether the field is required to create a record. */
export function isRequired(resource: ImportResource, field: string): boolean {
  return requiredFields[resource].includes(field);
}
