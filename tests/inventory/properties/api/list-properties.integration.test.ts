import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory } from '../../support/inventory.js';

describe('GET /v1/properties', () => {
  const inventory = useFixture(startInventory);
  before(async () => {
    const rows = [
      { name: 'open above', pricing: { currency: 'AED', min_price: 500 }, location: { area: 'Palm', city: 'Dubai' } },
      {
        name: 'open below',
        pricing: { currency: 'USD', max_price: 300 },
        location: { area: 'dubai', city: 'Sharjah' },
      },
      {
        name: 'closed',
        pricing: { currency: 'AED', min_price: 100, max_price: 200 },
        location: { area: ' Große Straße ', city: 'Mu\u0308nchen' },
        type: 'villa',
      },
      { name: 'unpriced', status: 'completed', location: { city: 'Doha' } },
      { name: 'point', pricing: { min_price: 400, max_price: 400 }, type: 'land', status: 'archived' },
    ];
    for (const row of rows) await inventory().property({ location: { city: 'Elsewhere' }, ...row });
  });

  async function names(query: string): Promise<string[]> {
    const { status, body, meta } = await inventory().request(
      'GET',
      `/v1/properties?sort=name&order=asc&${query}&fields=name`,
    );
    expect(status, query).to.equal(200);
    expect(meta.total, query).to.equal(body.length);
    return body.map(({ name }: { name: string }) => name);
  }

  const cases: [string, string[]][] = [
    ['', ['closed', 'open above', 'open below', 'point', 'unpriced']],
    ['min_price=350', ['open above', 'point']],
    ['max_price=99', ['open below']],
    ['min_price=150&max_price=250', ['closed', 'open below']],
    ['min_price=200&max_price=200', ['closed', 'open below']],
    ['min_price=201&max_price=299', ['open below']],
    ['min_price=1000000', ['open above']],
    ['currency=AED', ['closed', 'open above']],
    ['currency=AED&max_price=100', ['closed']],
    ['type=villa,land', ['closed', 'point']],
    ['type=villa', ['closed']],
    ['status=completed,archived', ['point', 'unpriced']],
    ['status=archived&type=villa', []],
    ['location=Dubai', ['open above', 'open below']],
    ['location=palm', ['open above']],
    ['location=Pal', []],
    ['location=DOHA&status=completed', ['unpriced']],
    ['location=München', ['closed']],
    ['location=MÜNCHEN', ['closed']],
    ['location=Munchen', ['closed']],
    ['location=GROSSE STRASSE', ['closed']],
    ['search=open', ['open above', 'open below']],
    ['search=dubai open', ['open above', 'open below']],
    ['search=%20MUNCHEN,%20clo', ['closed']],
    ['search=dubai&status=completed', []],
    ['search=.*', []],
    ['search=', ['closed', 'open above', 'open below', 'point', 'unpriced']],
  ];
  for (const [query, expected] of cases) {
    it(`with ${query || 'no filter'} lists ${expected.join(', ') || 'nothing'}`, async () => {
      expect(await names(query)).to.deep.equal(expected);
    });
  }

  it('lists summaries, newest first, by default', async () => {
    const { body, meta } = await inventory().request('GET', '/v1/properties?per_page=2&page=2');
    expect(body.map(({ name }: { name: string }) => name)).to.deep.equal(['closed', 'open below']);
    expect(meta).to.deep.equal({ page: 2, per_page: 2, total: 5, total_pages: 3 });
    expect(body[0]).to.have.all.keys(
      ...['id', 'name', 'type', 'status', 'pricing', 'units_available', 'created_at', 'updated_at'],
    );
  });

  it('refuses invalid parameters with 422 and reports them', async () => {
    for (const query of [
      'sort=price',
      'type=castle',
      'status=new',
      'min_price=x',
      'fields=version',
      'location=',
      'search=%00',
    ]) {
      const { status, body } = await inventory().request('GET', `/v1/properties?${query}`);
      expect(status, query).to.equal(422);
      expect(body.details[0].field, query).to.match(new RegExp(`^${query.split('=')[0]}`));
    }
  });
});
