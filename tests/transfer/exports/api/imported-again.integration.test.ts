import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { finishExport, follow } from '../../support/finished-export.js';
import { startTransferBesideOwners } from '../../support/transfer-beside-owners.js';

const types = { csv: 'text/csv', json: 'application/json', jsonl: 'application/x-ndjson' } as const;
type Format = keyof typeof types;

type Resource = 'leads' | 'units' | 'properties';
type Json = Readonly<Record<string, unknown>>;

/** Fields that a new record can't take from another record. */
const ownFields = new Set(['id', 'created_at', 'updated_at', 'score', 'property_id']);

const notes = '=1+1\r\nsays "hi"; +2, and -3\n@home';

const leads: readonly Json[] = [
  { name: 'Ada', email: 'ada@example.com' },
  {
    name: '\'=Ünal, "Zoë"',
    email: 'twin@example.com',
    phone: '+351 910 000 001',
    external_id: '-7',
    source: 'website',
    interested_properties: ['unit_a1', 'prop_hill'],
    budget: { min: 1.234, max: 320_000.5, currency: 'KWD' },
    timeline: '3_months',
    notes,
    assigned_agent: 'agent_amira',
    tags: ['vip', 'a;b', '=x', '[y]'],
    last_contacted: '2026-01-02T03:04:05.678Z',
    next_follow_up: '2027-01-02T00:00:00.000Z',
  },
  // Leads that share an email are distinguished by their ids.
  { name: 'Twin', email: 'twin@example.com' },
  { name: 'Twin', email: 'twin@example.com', notes: 'another' },
];

const property = {
  name: '+Quay',
  type: 'mixed_use',
  external_id: '=7',
  status: 'completed',
  location: {
    address: '1, Rua "A"',
    area: 'Ria',
    city: 'Faro',
    country: 'PT',
    coordinates: { lat: -25.081, lng: 1.5 },
  },
  description: notes,
  media: { gallery: ['https://x.example/a,b.jpg', 'https://x.example/c;d.jpg'], virtual_tour: 'https://x.example/t' },
  pricing: { currency: 'EUR', min_price: 1_234, max_price: 9_999_999 },
  features: ['pool', '-2 floors'],
  completion_date: '2027-06-30',
};

const units: readonly Json[] = [
  { name: 'A', price: { amount: 1_234, currency: 'EUR' } },
  { name: 'A', price: { amount: 0, currency: 'USD' } },
  {
    name: '@B',
    unit_number: '007',
    type: '2BR',
    bedrooms: 0,
    bathrooms: 2.5,
    size: { interior: 118.125, land: 1.234, unit: 'sqm' },
    price: { amount: 1_850_000.25, currency: 'AED' },
    features: ['sea view'],
    gallery: ['https://x.example/1.jpg'],
    visibility: 'public',
    status: 'reserved',
    assigned_agent: 'agent_amira',
  },
];

/** Returns the fields that a created record shares with the exported record. */
function withoutOwn(record: Json): Json {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !ownFields.has(field)));
}

describe('an export that is imported again', () => {
  // In tests, pipeline's listings and agents belong to this workspace.
  const as = { workspaceId: 'ws_test' };
  const fixture = useFixture(startTransferBesideOwners);

  const ownerOf = (resource: Resource) => (resource === 'leads' ? fixture().pipeline : fixture().inventory);

  async function list(resource: Resource): Promise<Json[]> {
    const { body } = await ownerOf(resource).request('GET', `/v1/${resource}?per_page=100&order=asc`, { as });
    const records = await Promise.all(
      body.map(({ id }: { id: string }) => ownerOf(resource).request('GET', `/v1/${resource}/${id}`, { as })),
    );
    return records.map((reply) => reply.body);
  }

  async function removeAll(resource: Resource): Promise<void> {
    for (const { id } of await list(resource)) {
      const { status } = await ownerOf(resource).request('DELETE', `/v1/${resource}/${id}`, { as });
      expect(status).to.be.below(300);
    }
  }

  async function create(resource: Resource): Promise<void> {
    if (resource === 'leads') for (const lead of leads) await fixture().pipeline.lead(lead, as);
    else {
      const { id } = await fixture().inventory.property(property, as);
      if (resource === 'units') for (const unit of units) await fixture().inventory.unit(id, unit, as);
    }
  }

  async function exportAll(resource: Resource, format: Format): Promise<string> {
    const { url } = await finishExport(fixture().transfer, { resource, format }, as);
    return (await follow(fixture().transfer, url)).text();
  }

  async function importAll(resource: Resource, format: Format, content: string, mode: string) {
    const path = `/v1/${resource}/import?mode=${mode}`;
    const { id, rows } = await fixture().transfer.importFile(path, content, { type: types[format], as });
    const { body } = await fixture().transfer.request('GET', `/v1/imports/${id}/errors`, { as });
    expect(body.map(({ details }: { details: unknown }) => details)).to.deep.equal([]);
    return rows;
  }

  afterEach(async () => {
    await removeAll('properties');
    await removeAll('leads');
  });

  for (const resource of ['leads', 'units', 'properties'] as const) {
    for (const format of ['csv', 'json', 'jsonl'] as const) {
      it(`changes no record, and recreates deleted records as they were: ${resource} as ${format}`, async () => {
        await create(resource);
        const before = await list(resource);
        const content = await exportAll(resource, format);
        const again = await importAll(resource, format, content, 'upsert');
        expect(again).to.include({ unchanged: before.length, failed: 0, updated: 0, created: 0 });
        expect(await list(resource)).to.deep.equal(before);
        await removeAll(resource);
        const created = await importAll(resource, format, content, 'create');
        expect(created).to.include({ created: before.length, failed: 0 });
        const after = await list(resource);
        expect(after.map(withoutOwn)).to.have.deep.members(before.map(withoutOwn));
      });
    }
  }
});
