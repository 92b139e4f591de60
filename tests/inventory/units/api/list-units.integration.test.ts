import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory, unitBody } from '../../support/inventory.js';

interface ListedUnit {
  readonly id: string;
  readonly property_id: string;
  readonly name: string;
  readonly unit_number: string | null;
  readonly type: string;
  readonly status: string;
  readonly visibility: string;
  readonly assigned_agent: string | null;
  readonly bedrooms: number;
  readonly price: { readonly amount: number; readonly currency: string };
  readonly size: { readonly interior: number | null };
  readonly created_at: string;
  readonly updated_at: string;
}

/** Meaning of each filter, implemented without a database. */
const meanings: Readonly<Record<string, (unit: ListedUnit, value: string) => boolean>> = {
  property_id: (unit, value) => unit.property_id === value,
  status: (unit, value) => value.split(',').includes(unit.status),
  visibility: (unit, value) => value.split(',').includes(unit.visibility),
  type: (unit, value) => unit.type === value,
  agent_id: (unit, value) => unit.assigned_agent === value,
  bedrooms: (unit, value) => unit.bedrooms === Number(value),
  min_price: (unit, value) => unit.price.amount >= Number(value),
  max_price: (unit, value) => unit.price.amount <= Number(value),
  currency: (unit, value) => unit.price.currency === value,
  search: (unit, value) => `${unit.name}\n${unit.unit_number ?? ''}`.toLowerCase().includes(value.toLowerCase()),
  min_size: (unit, value) => unit.size.interior !== null && unit.size.interior >= Number(value),
};

const sortValues: Readonly<Record<string, (unit: ListedUnit) => string | number>> = {
  created_at: (unit) => unit.created_at,
  updated_at: (unit) => unit.updated_at,
  name: (unit) => unit.name,
  price: (unit) => unit.price.amount,
};

function compare<T extends string | number>(one: T, other: T): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function expectedIds(units: readonly ListedUnit[], filters: [string, string][], sort: string, order: string): string[] {
  const value = sortValues[sort] ?? (() => '');
  const sign = order === 'asc' ? 1 : -1;
  return units
    .filter((unit) => filters.every(([name, wanted]) => meanings[name]?.(unit, wanted)))
    .sort((one, other) => sign * (compare(value(one), value(other)) || compare(one.id, other.id)))
    .map(({ id }) => id);
}

describe('GET /v1/units', () => {
  const inventory = useFixture(startInventory);
  let units: ListedUnit[];
  let values: Record<string, string[]>;

  before(async () => {
    const properties = [await inventory().property(), await inventory().property()];
    for (let batch = 0; batch < 3; batch += 1) {
      const rows = Array.from({ length: 40 }, (_, index) =>
        unitBody(properties[(index + batch) % 2].id, {
          name: `U-${(index * 7 + batch) % 30}`,
          unit_number: index % 2 ? `N${index}` : null,
          type: ['Studio', '1BR', '2BR'][index % 3],
          status: ['available', 'reserved', 'sold', 'off_market', 'rented'][index % 5],
          visibility: ['public', 'agents', 'team', 'private'][(index + batch) % 4],
          assigned_agent: ['agent_amira', 'agent_chen', null][(index + batch) % 3],
          bedrooms: index % 4,
          price: { amount: ((index * 13) % 20) * 50_000, currency: index % 2 ? 'AED' : 'USD' },
          size: { interior: index % 6 ? (index * 11) % 90 : null },
        }),
      );
      const { status } = await inventory().request('POST', '/v1/units/bulk', { body: { units: rows } });
      expect(status).to.equal(201);
    }
    const fields =
      'name,unit_number,property_id,type,status,visibility,assigned_agent,bedrooms,price,size,created_at,updated_at';
    const pages = await Promise.all(
      [1, 2].map((page) => inventory().request('GET', `/v1/units?per_page=100&page=${page}&fields=${fields}`)),
    );
    units = pages.flatMap(({ body }) => body);
    expect(units).to.have.length(120);
    values = {
      property_id: [...properties.map(({ id }) => id), 'prop_none', ''],
      status: ['available', 'sold,rented', 'reserved'],
      visibility: ['public', 'team,private'],
      type: ['Studio', '2BR', 'studio'],
      agent_id: ['agent_amira', 'agent_none', ''],
      bedrooms: ['0', '3'],
      min_price: ['0', '500000', '1000000000'],
      max_price: ['0', '499999', '500000'],
      currency: ['AED', 'USD', 'EUR'],
      min_size: ['0', '45'],
      search: ['u-1', 'N3', '29', 'none'],
    };
  });

  async function check(filters: [string, string][], sort: string, order: string): Promise<void> {
    const query = new URLSearchParams([...filters, ['sort', sort], ['order', order], ['per_page', '100']]);
    const { status, body, meta } = await inventory().request('GET', `/v1/units?${query}`);
    const expected = expectedIds(units, filters, sort, order);
    expect(status, `${query}`).to.equal(200);
    expect(
      body.map(({ id }: { id: string }) => id),
      `${query}`,
    ).to.deep.equal(expected.slice(0, 100));
    expect(meta.total, `${query}`).to.equal(expected.length);
  }

  it('applies each filter separately', async () => {
    for (const [name, choices] of Object.entries(values)) {
      for (const value of choices) await check([[name, value]], 'created_at', 'desc');
    }
  });

  it('combines filters with AND, in every order', async () => {
    const names = Object.keys(values);
    for (let round = 0; round < 60; round += 1) {
      const chosen = names.filter((_, index) => (round * 7 + index * 5) % 9 < 2);
      const filters = chosen.map((name): [string, string] => {
        const choices = values[name] ?? [];
        return [name, choices[round % choices.length] ?? ''];
      });
      const sort = Object.keys(sortValues)[round % 4] ?? 'name';
      await check(filters, sort, round % 3 ? 'asc' : 'desc');
    }
  });

  async function walk(base: string): Promise<string[]> {
    const walked: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, meta } = await inventory().request('GET', `${base}&cursor=${encodeURIComponent(cursor)}`);
      walked.push(...body.map(({ id }: { id: string }) => id));
      cursor = meta.next_cursor;
    }
    return walked;
  }

  async function turnPages(base: string): Promise<string[]> {
    const first = await inventory().request('GET', base);
    const pages = Array.from({ length: first.meta.total_pages }, (_, index) => `${base}&page=${index + 1}`);
    const answers = await Promise.all(pages.map((page) => inventory().request('GET', page)));
    return answers.flatMap(({ body }) => body.map(({ id }: { id: string }) => id));
  }

  for (const sort of Object.keys(sortValues)) {
    it(`lists every record once by page and by cursor, sorted by ${sort}, ascending and descending`, async () => {
      for (const order of ['asc', 'desc']) {
        const expected = expectedIds(units, [['currency', 'AED']], sort, order);
        const base = `/v1/units?currency=AED&sort=${sort}&order=${order}&per_page=7`;
        expect(await walk(base), `${base} by cursor`).to.deep.equal(expected);
        expect(await turnPages(base), `${base} by page`).to.deep.equal(expected);
      }
    });
  }

  it('lists summaries by default, or the ids with the requested fields', async () => {
    const summary = await inventory().request('GET', '/v1/units?per_page=1');
    expect(summary.body[0]).to.have.all.keys(
      ...['id', 'property_id', 'name', 'status', 'bedrooms', 'price', 'hold', 'created_at', 'updated_at'],
    );
    const chosen = await inventory().request('GET', '/v1/units?per_page=1&fields=name,features');
    expect(chosen.body[0]).to.have.all.keys('id', 'name', 'features');
  });

  it('expands property and agent with one call each', async () => {
    const callsBefore = inventory().directory.calls();
    const { body } = await inventory().request(
      'GET',
      '/v1/units?per_page=100&expand=property,agent&fields=assigned_agent',
    );
    expect(inventory().directory.calls() - callsBefore).to.equal(1);
    for (const unit of body) {
      expect(unit).to.have.all.keys('id', 'assigned_agent', 'property', 'agent');
      expect(unit.property).to.deep.include({
        name: 'Marina Heights',
        location: { area: 'Dubai Marina', city: 'Dubai' },
      });
      if (unit.assigned_agent === null) expect(unit.agent).to.equal(null);
      else expect(unit.agent).to.have.all.keys('id', 'name', 'email').and.include({ id: unit.assigned_agent });
    }
    const id = body[0].id;
    const one = await inventory().request('GET', `/v1/units/${id}?expand=agent`);
    expect(one.body).to.have.property('agent');
    expect(one.body).to.not.have.property('property');
  });

  it('returns the same list as GET /v1/properties/:id/units', async () => {
    const propertyId = units[0]?.property_id ?? '';
    const query = 'sort=price&order=asc&per_page=50&status=available,sold&expand=agent';
    const direct = await inventory().request('GET', `/v1/units?property_id=${propertyId}&${query}`);
    const nested = await inventory().request('GET', `/v1/properties/${propertyId}/units?${query}`);
    expect(nested.body).to.deep.equal(direct.body);
    expect(nested.meta).to.deep.equal(direct.meta);
    expect((await inventory().request('GET', '/v1/properties/prop_none/units')).status).to.equal(404);
    const foreign = await inventory().request('GET', `/v1/properties/${propertyId}/units`, {
      as: { workspaceId: 'ws_two' },
    });
    expect(foreign.status).to.equal(404);
  });

  it('refuses invalid parameters with 422 and reports them', async () => {
    const wrong = [
      ...['sort=secret', 'order=up', 'expand=owner', 'fields=deal_id', 'status=gone', 'status=', 'visibility=all'],
      ...['min_price=-1', 'min_price=cheap', 'bedrooms=two', 'min_size=-1', 'currency=usd', 'page=0', 'per_page=1.5'],
      ...['cursor=nonsense'],
    ];
    for (const query of wrong) {
      const { status, body } = await inventory().request('GET', `/v1/units?${query}`);
      expect(status, query).to.equal(422);
      expect(body.details[0].field, query).to.match(new RegExp(`^${query.split('=')[0]}`));
    }
    expect((await inventory().request('GET', '/v1/units?status[$ne]=sold')).status).to.equal(400);
    expect((await inventory().request('GET', '/v1/units?unknown=1')).status).to.equal(200);
  });
});
