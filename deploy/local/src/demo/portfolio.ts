import type { ServiceClient } from './api-client.js';
import type { Random } from './random.js';

const developments = [
  ['Harbour Point', 'apartment', 'Docklands'],
  ['The Orchard', 'townhouse', 'Greenfield'],
  ['Skyline One', 'penthouse', 'City Centre'],
  ['Willow Court', 'apartment', 'Riverside'],
  ['Cedar Villas', 'villa', 'Hillside'],
  ['Market Square', 'mixed_use', 'Old Town'],
  ['Lakeview Terraces', 'townhouse', 'Lakeside'],
  ['Stonebridge', 'apartment', 'Riverside'],
  ['Palm Residences', 'villa', 'Seafront'],
  ['Foundry Lofts', 'apartment', 'Old Town'],
  ['North Gate', 'commercial', 'City Centre'],
  ['Meadow Park', 'townhouse', 'Greenfield'],
] as const;

const statuses = ['planning', 'under_construction', 'under_construction', 'completed'] as const;
const features = ['balcony', 'parking', 'pool', 'gym', 'garden', 'sea view', 'storage', 'concierge'];
const visibilities = ['public', 'public', 'agents', 'agents', 'team', 'private'];
const unitsPerFloor = 4;
const maxBulkRows = 100;

export interface Portfolio {
  readonly propertyIds: readonly string[];
  readonly units: readonly {
    readonly id: string;
    readonly propertyId: string;
    readonly price: number;
    /** Whether the unit was created as available. */
    readonly isFree: boolean;
  }[];
}

function buildProperty(index: number, random: Random) {
  const [name, type, area] = developments[index % developments.length] ?? developments[0];
  const floor = random.between(180, 420) * 1_000;
  return {
    name,
    type,
    status: random.pick(statuses),
    location: {
      address: `${random.between(1, 240)} ${area} Road`,
      area,
      city: 'Port Ellis',
      country: 'Northland',
      coordinates: { lat: 51 + random.between(0, 900) / 1_000, lng: -1 + random.between(0, 900) / 1_000 },
    },
    description: `${name}: homes in ${area}, close to schools, shops and the tram.`,
    pricing: { currency: 'USD', min_price: floor, max_price: floor + 600_000 },
    features: features.filter(() => random.next() < 0.4),
    completion_date: `${random.between(2026, 2029)}-0${random.between(1, 9)}-15`,
  };
}

/** Returns `304` for the fourth unit of the third floor. */
function toUnitNumber(place: number): string {
  return `${Math.floor(place / unitsPerFloor) + 1}0${(place % unitsPerFloor) + 1}`;
}

function buildUnit(propertyId: string, place: number, agents: readonly string[], random: Random) {
  const bedrooms = random.between(1, 5);
  const interior = 35 + bedrooms * random.between(18, 30);
  const number = toUnitNumber(place);
  return {
    property_id: propertyId,
    name: `Unit ${number}`,
    unit_number: number,
    status: random.next() < 0.12 ? 'reserved' : 'available',
    type: `${bedrooms} bedroom`,
    bedrooms,
    bathrooms: Math.max(1, bedrooms - 1),
    size: { interior, land: 0, unit: 'sqm' },
    price: { amount: interior * random.between(3_800, 6_200), currency: 'USD' },
    features: features.filter(() => random.next() < 0.3),
    visibility: random.pick(visibilities),
    assigned_agent: random.next() < 0.5 ? random.pick(agents) : null,
  };
}

/** Creates properties and the units in them. */
export async function seedPortfolio(
  client: ServiceClient,
  size: { readonly properties: number; readonly units: number },
  agents: readonly string[],
  random: Random,
): Promise<Portfolio> {
  const propertyIds: string[] = [];
  for (let index = 0; index < size.properties; index += 1) {
    const { id } = await client.record(
      'inventory',
      '/v1/properties',
      `property ${index}`,
      buildProperty(index, random),
    );
    propertyIds.push(id);
  }
  const wanted = Array.from({ length: size.units }, (_, index) =>
    buildUnit(propertyIds[index % propertyIds.length] ?? '', Math.floor(index / propertyIds.length), agents, random),
  );
  const units: Portfolio['units'][number][] = [];
  for (let from = 0; from < wanted.length; from += maxBulkRows) {
    const rows = wanted.slice(from, from + maxBulkRows);
    const created = await client.records('inventory', '/v1/units/bulk', `units from ${from}`, { units: rows });
    units.push(
      ...created.map(({ id }, index) => ({
        id,
        propertyId: rows[index]?.property_id ?? '',
        price: rows[index]?.price.amount ?? 0,
        isFree: rows[index]?.status === 'available',
      })),
    );
  }
  return { propertyIds, units };
}
