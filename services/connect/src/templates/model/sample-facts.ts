import type { Facts } from './template-fields.js';

/** Creates sample records for a preview without a deal or hold. */
export function createSampleFacts(now: Date, timeZone: string): Facts {
  const later = new Date(now.getTime() + 7 * 86_400_000).toISOString();
  const price = { amount: 1_850_000, currency: 'AED' };
  return {
    lead: { name: 'Maria Silva', email: 'maria.silva@example.com', phone: '+351 910 000 001' },
    unit: {
      name: 'Tower A, 1204',
      unit_number: 'A-1204',
      type: '2BR',
      bedrooms: 2,
      bathrooms: 2.5,
      size: { interior: 118.5, unit: 'sqm' },
      price,
    },
    property: {
      name: 'Marina Heights',
      type: 'apartment',
      location: { address: '12 Marina Walk', area: 'Dubai Marina', city: 'Dubai', country: 'AE' },
      completion_date: '2027-06-30',
    },
    deal: { id: 'deal_sample', value: price.amount, currency: price.currency, closed_at: now.toISOString() },
    hold: {
      id: 'hold_sample',
      price,
      deposit: { amount: 50_000, currency: price.currency, due_at: later },
      expires_at: later,
    },
    timeZone,
    now,
  };
}
