import type { FeedProperty, FeedUnit } from '@plotline/transfer/feed/model/feed-unit';

/** Public unit with everything that the XML feed needs, and with the given changes. */
export function sampleFeedUnit(fields: Partial<FeedUnit> = {}, property: Partial<FeedProperty> = {}): FeedUnit {
  return {
    id: 'unit_1',
    name: 'Tower A, 1204',
    unit_number: 'A-1204',
    type: null,
    bedrooms: 2,
    bathrooms: 1,
    size: { interior: 116, land: null, unit: 'sqm' },
    price: { amount: 389_000, currency: 'EUR' },
    features: [],
    floor_plan: null,
    gallery: [],
    updated_at: '2026-03-01T09:30:00.000Z',
    ...fields,
    property: {
      id: 'prop_1',
      name: 'Balcón',
      type: 'apartment',
      status: 'completed',
      location: { address: null, area: 'Finestrat', city: 'Alicante', country: 'ES', coordinates: null },
      description: null,
      media: { cover: null, gallery: [], floor_plans: [], virtual_tour: null },
      features: [],
      completion_date: null,
      updated_at: '2026-02-01T09:30:00.000Z',
      ...property,
    },
  };
}
