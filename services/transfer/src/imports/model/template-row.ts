import { type ImportResource, importFields } from './import-fields.js';

/**
 * Values of an example record, by the paths of its fields. The currency and the references to other records are added
 * later.
 */
const examples: Readonly<Record<ImportResource, Readonly<Record<string, string | number>>>> = {
  leads: {
    external_id: 'CRM-1001',
    name: 'Noor Haddad',
    email: 'noor.haddad@example.com',
    phone: '+971501110001',
    source: 'website',
    stage: 'new',
    'budget.min': 300_000,
    'budget.max': 450_000,
    timeline: '3_months',
    notes: 'Wants a sea view.',
    tags: 'investor; two bedrooms',
    last_contacted: '2026-01-15T10:30:00Z',
    next_follow_up: '2026-01-22',
    created_at: '2026-01-10T09:00:00Z',
  },
  units: {
    external_id: 'UNIT-1204',
    name: 'Apartment 1204',
    unit_number: '1204',
    type: '2BR apartment',
    status: 'available',
    bedrooms: 2,
    bathrooms: 2,
    'size.interior': 110.5,
    'size.land': 0,
    'size.unit': 'sqm',
    'price.amount': 1_250_000,
    features: 'Balcony; Sea view',
    floor_plan: 'https://example.com/1204-plan.pdf',
    gallery: 'https://example.com/1204-1.jpg; https://example.com/1204-2.jpg',
    visibility: 'agents',
  },
  properties: {
    external_id: 'DEV-7',
    name: 'Marina Heights',
    type: 'apartment',
    status: 'under_construction',
    'location.address': '12 Marina Walk',
    'location.area': 'Dubai Marina',
    'location.city': 'Dubai',
    'location.country': 'AE',
    'location.coordinates.lat': 25.0803,
    'location.coordinates.lng': 55.1403,
    description: 'Forty floors at the marina.',
    'media.cover': 'https://example.com/marina.jpg',
    'media.gallery': 'https://example.com/marina-1.jpg; https://example.com/marina-2.jpg',
    'media.floor_plans': 'https://example.com/marina-plan.pdf',
    'media.virtual_tour': 'https://example.com/marina-tour',
    'pricing.min_price': 900_000,
    'pricing.max_price': 2_500_000,
    features: 'Pool; Gym',
    completion_date: '2027-12-31',
  },
};

/** Values of the workspace that the example uses. */
export interface TemplateContext {
  readonly currency: string;
  /** Id of a property; undefined when there is none, or the caller may not read it. */
  readonly propertyId: string | undefined;
}

/** Columns of a template and the values of its only row. Null stands for a blank value. */
export interface Template {
  readonly columns: readonly string[];
  readonly values: readonly (string | number | null)[];
}

/** Returns a table with a column for each field that can be imported, and one example row. */
export function createTemplate(resource: ImportResource, { currency, propertyId }: TemplateContext): Template {
  const columns = [...importFields[resource].keys()];
  const values = columns.map((column) => {
    if (column.endsWith('currency')) return currency;
    if (column === 'property_id') return propertyId ?? null;
    return examples[resource][column] ?? null;
  });
  return { columns, values };
}
