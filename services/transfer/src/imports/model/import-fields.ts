/** Type by which the text of a cell becomes the value of a field. */
export type FieldType =
  | { readonly kind: 'text' | 'list' | 'urls' | 'date' | 'date-time' }
  | { readonly kind: 'number'; readonly minimum: number; readonly maximum: number };

/** Returns whether the field has several values. */
export function isList({ kind }: FieldType): boolean {
  return kind === 'list' || kind === 'urls';
}

export type ImportResource = 'leads' | 'units' | 'properties';

const text = { kind: 'text' } as const;
const list = { kind: 'list' } as const;
const urls = { kind: 'urls' } as const;
const date = { kind: 'date' } as const;
const dateTime = { kind: 'date-time' } as const;
const amount = { kind: 'number', minimum: 0, maximum: 1_000_000_000_000_000 } as const;
const area = { kind: 'number', minimum: 0, maximum: 1_000_000_000 } as const;
const rooms = { kind: 'number', minimum: 0, maximum: 1000 } as const;

function toFields(fields: Readonly<Record<string, FieldType>>): ReadonlyMap<string, FieldType> {
  return new Map(Object.entries(fields));
}

/**
 * Writable fields of a new record, by path. A test compares them with the contracts of the services that own the
 * records.
 */
export const importFields: Readonly<Record<ImportResource, ReadonlyMap<string, FieldType>>> = {
  leads: toFields({
    external_id: text,
    name: text,
    email: text,
    phone: text,
    source: text,
    interested_properties: list,
    'budget.min': amount,
    'budget.max': amount,
    'budget.currency': text,
    timeline: text,
    notes: text,
    assigned_agent: text,
    tags: list,
    last_contacted: dateTime,
    next_follow_up: dateTime,
  }),
  units: toFields({
    external_id: text,
    property_id: text,
    name: text,
    unit_number: text,
    type: text,
    status: text,
    bedrooms: rooms,
    bathrooms: rooms,
    'size.interior': area,
    'size.land': area,
    'size.unit': text,
    'price.amount': amount,
    'price.currency': text,
    features: list,
    floor_plan: text,
    gallery: urls,
    visibility: text,
    assigned_agent: text,
  }),
  properties: toFields({
    external_id: text,
    name: text,
    type: text,
    status: text,
    'location.address': text,
    'location.area': text,
    'location.city': text,
    'location.country': text,
    'location.coordinates.lat': { kind: 'number', minimum: -90, maximum: 90 },
    'location.coordinates.lng': { kind: 'number', minimum: -180, maximum: 180 },
    description: text,
    'media.cover': text,
    'media.gallery': urls,
    'media.floor_plans': urls,
    'media.virtual_tour': text,
    'pricing.currency': text,
    'pricing.min_price': amount,
    'pricing.max_price': amount,
    features: list,
    completion_date: date,
  }),
};

/** Fields without which a record can't be created. A property also needs one field of its location. */
const requiredFields: Readonly<Record<ImportResource, readonly string[]>> = {
  leads: ['name', 'email'],
  units: ['property_id', 'name', 'price.amount', 'price.currency'],
  properties: ['name', 'type'],
};

/** Returns whether a record can't be created without the field. */
export function isRequired(resource: ImportResource, field: string): boolean {
  return requiredFields[resource].includes(field);
}
