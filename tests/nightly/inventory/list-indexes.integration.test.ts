import { expect } from 'chai';
import { person, startInventory, unitBody } from '../../inventory/support/inventory.js';
import { Explainer, issuedQueries } from '../../support/issued-queries.js';
import { useFixture } from '../../support/use-fixture.js';

const filters: Readonly<Record<string, readonly string[]>> = {
  units: [
    ...['', 'property_id=PROPERTY', 'status=available', 'status=sold,rented', 'type=2BR', 'agent_id=agent_amira'],
    ...['visibility=team', 'visibility=public,team', 'bedrooms=2', 'min_price=10', 'min_price=10&max_price=50'],
    ...['currency=AED', 'min_size=10', 'property_id=PROPERTY&status=available&min_price=10&bedrooms=2'],
    'agent_id=agent_amira&visibility=team&max_price=5',
  ],
  holds: [
    ...['', 'unit_id=unit_1', 'property_id=PROPERTY', 'lead_id=lead_1', 'agent_id=agent_amira', 'status=active'],
    ...['unit_id=unit_1&status=active', 'lead_id=lead_1&status=active,queued'],
  ],
  properties: [
    ...['', 'status=planning', 'status=planning,completed', 'type=villa', 'type=villa,land', 'location=dubai'],
    ...['min_price=10', 'max_price=10', 'min_price=1&max_price=10&currency=AED', 'location=dubai&status=planning'],
  ],
};
const sorts: Readonly<Record<string, readonly string[]>> = {
  units: ['created_at', 'updated_at', 'name', 'price'],
  holds: ['created_at', 'updated_at', 'expires_at'],
  properties: ['created_at', 'updated_at', 'name'],
};

/** Query stages that read a whole collection: without an index, or with the index on `_id`, which serves no list. */
const scans = ['COLLSCAN', 'index _id_'];

const counters = ['unit_counters', 'workspace_unit_counts'];

describe('list queries', () => {
  const inventory = useFixture(startInventory);
  const explainer = new Explainer(() => inventory().runtime.databases.live);
  let propertyId: string;
  before(async () => {
    propertyId = (await inventory().property({ pricing: { currency: 'AED', min_price: 5 } })).id;
    const units = Array.from({ length: 100 }, (_, index) =>
      unitBody(propertyId, {
        price: { amount: index, currency: 'AED' },
        bedrooms: index % 4,
        type: '2BR',
        visibility: index % 2 ? 'team' : 'public',
        assigned_agent: 'agent_amira',
        size: { interior: index },
      }),
    );
    await inventory().request('POST', '/v1/units/bulk', { body: { units } });
  });

  async function assertServed(path: string, as: object): Promise<void> {
    const issued = await issuedQueries(['units', 'properties', 'holds', ...counters], async () => {
      expect((await inventory().request('GET', path, { as })).status, path).to.equal(200);
    });
    const methods = issued.map(({ method }) => method);
    const hasCounter = path.startsWith('/v1/units') && issued.some(({ collection }) => counters.includes(collection));
    expect(methods, path).to.include.members(hasCounter ? ['find'] : ['find', 'countDocuments']);
    for (const query of issued) {
      if ('_id' in query.filter) continue;
      const stages = await explainer.explain(query);
      const what = `${path}: ${query.collection}.${query.method} ${JSON.stringify(query.options)}: ${stages.join(' ')}`;
      expect(stages, what).to.include('IXSCAN');
      for (const stage of scans) expect(stages, what).to.not.include(stage);
      expect(stages, what).to.not.include('SORT');
    }
  }

  it('on units use an index in the requested order, without a full scan or a sort in memory', async () => {
    for (const sort of sorts['units'] ?? []) {
      for (const filter of filters['units'] ?? []) {
        await assertServed(`/v1/units?sort=${sort}&order=asc&${filter.replace('PROPERTY', propertyId)}`, {});
        await assertServed(`/v1/units?sort=${sort}&cursor=&${filter.replace('PROPERTY', propertyId)}`, {});
      }
    }
  });

  it('on holds use an index for their filter or their order', async () => {
    for (const filter of filters['holds'] ?? [])
      await assertServed(`/v1/holds?${filter.replace('PROPERTY', propertyId)}`, {});
    for (const sort of sorts['holds'] ?? []) await assertServed(`/v1/holds?sort=${sort}&order=asc`, {});
  });

  it('on units also use an index for agents and viewers', async () => {
    for (const as of [person('agent', 'agent_bruno'), person('viewer')]) {
      for (const filter of filters['units'] ?? []) {
        await assertServed(`/v1/units?${filter.replace('PROPERTY', propertyId)}`, as);
      }
    }
  });

  it('by a range of last-change times read only records in the range, in any order', async () => {
    for (const query of ['', 'status=available', 'bedrooms=2&sort=price', 'sort=name', 'sort=updated_at&type=2BR']) {
      const path = `/v1/units?updated_after=2020-01-01&updated_before=2999-12-31&${query}`;
      const issued = await issuedQueries(['units'], () => inventory().request('GET', path));
      for (const asked of issued) {
        const stages = await explainer.explain(asked);
        const what = `${path}: ${asked.method} ${JSON.stringify(asked.options)}: ${stages.join(' ')}`;
        expect(stages, what).to.include('index updated_at').and.not.include('COLLSCAN');
      }
    }
  });

  it("on a property's units by last-change time use their own index", async () => {
    for (const query of ['', '&updated_after=2020-01-01', '&status=available&cursor=']) {
      const path = `/v1/units?property_id=${propertyId}&sort=updated_at${query}`;
      await assertServed(path, {});
      const issued = await issuedQueries(['units'], () => inventory().request('GET', path));
      const find = issued.find(({ method }) => method === 'find');
      expect(Reflect.get(find?.options ?? {}, 'hint'), path).to.equal('property_updated');
    }
  });

  it('with min_size count by the index on size', async () => {
    for (const [parameters, index] of [
      ['min_size=90', 'size'],
      ['min_size=90&sort=name', 'size'],
      ['min_size=90&min_price=10', 'price'],
      ['min_size=90&bedrooms=2', 'bedrooms'],
    ]) {
      const issued = await issuedQueries(['units'], () => inventory().request('GET', `/v1/units?${parameters}`));
      const counts = issued.filter(({ method }) => method === 'countDocuments');
      expect(
        counts.map(({ options }) => Reflect.get(options, 'hint')),
        parameters,
      ).to.deep.equal([index]);
    }
    expect((await inventory().request('GET', '/v1/units?min_size=90')).meta.total).to.equal(10);
  });

  it('on units also use an index for later pages by cursor', async () => {
    for (const sort of sorts['units'] ?? []) {
      const { meta } = await inventory().request('GET', `/v1/units?sort=${sort}&cursor=&per_page=5`);
      await assertServed(`/v1/units?sort=${sort}&per_page=5&cursor=${meta.next_cursor}`, {});
    }
  });

  it('on properties and their counters use an index', async () => {
    for (const sort of sorts['properties'] ?? []) {
      for (const filter of filters['properties'] ?? []) {
        await assertServed(`/v1/properties?sort=${sort}&${filter}`, {});
        await assertServed(`/v1/properties?sort=${sort}&order=asc&cursor=&${filter}`, {});
      }
    }
  });

  it('are detected as COLLSCAN and SORT when no index serves them', async () => {
    const query = { collection: 'units' };
    const scanned = await explainer.explain({ ...query, filter: { floor_plan: 'x' }, options: {} });
    expect(scanned.filter((stage) => scans.includes(stage))).to.not.deep.equal([]);
    const sorted = await explainer.explain({
      ...query,
      filter: { workspace_id: 'ws_test' },
      options: { sort: { floor_plan: 1 } },
    });
    expect(sorted).to.include('SORT');
  });
});
