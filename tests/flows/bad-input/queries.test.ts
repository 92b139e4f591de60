import { expect } from 'chai';
import { queryFaults } from '../../support/contract/query-faults.js';
import { type ApiRequest, requestFor } from '../../support/contract/request.js';
import type { ServedOperation } from '../../support/contract/served-contract.js';
import { assertAllRefused, type Ground, newGround, unless, unlessInvalid } from './ground.js';

const strict = { prefer: 'handling=strict' };
const operators = ['status[$ne]=x', '$where=1', 'search[$regex]=.', 'page[]=1', 'filter[stage]=new'];
const paging = ['per_page=0', 'per_page=-1', 'per_page=1.5', 'per_page=x', 'page=0', 'page=-1', 'page=1.5', 'page=x'];
const naming = ['sort=no_such', 'order=no_such', 'fields=no_such', 'expand=no_such'];

describe('a query', function () {
  this.timeout(180_000);
  let ground: Ground;
  let lists: readonly ServedOperation[];

  before(async () => {
    ground = await newGround();
    lists = ground.operations.filter(({ isList }) => isList);
  });

  after(() => ground.close());

  const withQuery = ({ path }: ApiRequest, query: string) => (query === '' ? path : `${path}?${query}`);

  function ask(operation: ServedOperation, query: string, headers: Readonly<Record<string, string>> = {}) {
    const request = requestFor(operation, ground.own);
    return ground.api.call(request.method, withQuery(request, query), { body: request.body, headers });
  }

  it('with a parameter that breaks its schema is 422 with its name', async () => {
    const attempts = ground.operations.flatMap((operation) =>
      queryFaults(operation).map((fault) => ({ operation, fault })),
    );
    await assertAllRefused(ground, attempts, async ({ operation, fault: { query, name } }) =>
      unlessInvalid(`${operation.name}?${query.slice(0, 80)}`, await ask(operation, query), name),
    );
  });

  it('with a page or size below 1, or not whole, is 422 on every list', async () => {
    const attempts = lists.flatMap((operation) => paging.map((query) => ({ operation, query })));
    await assertAllRefused(ground, attempts, async ({ operation, query }) =>
      unlessInvalid(`${operation.name}?${query}`, await ask(operation, query), query.split('=')[0] ?? ''),
    );
  });

  it('with an unknown sort, order, field or relation is 422 wherever there is such a choice', async () => {
    const attempts = ground.operations.flatMap((operation) =>
      naming
        .filter((query) => operation.queryParameters.some(({ name }) => query.startsWith(`${name}=`)))
        .map((query) => ({ operation, query })),
    );
    await assertAllRefused(ground, attempts, async ({ operation, query }) =>
      unlessInvalid(`${operation.name}?${query}`, await ask(operation, query), query.split('=')[0] ?? ''),
    );
    const choosing = (choice: string) =>
      lists.filter(({ queryParameters }) => !queryParameters.some(({ name }) => name === choice));
    for (const choice of ['sort', 'order', 'fields']) {
      expect(choosing(choice).map(({ name }) => `${name} has no ${choice}`)).eql([]);
    }
  });

  it('with an operator is 400 everywhere', async () => {
    const attempts = ground.operations.flatMap((operation) => operators.map((query) => ({ operation, query })));
    await assertAllRefused(ground, attempts, async ({ operation, query }) =>
      unless(`${operation.name}?${query}`, await ask(operation, query), 400, 'BAD_REQUEST'),
    );
  });

  it('with the same parameter twice is 422 on every list', () =>
    assertAllRefused(ground, lists, async (operation) =>
      unlessInvalid(operation.name, await ask(operation, 'page=1&page=2'), 'page'),
    ));

  it('with an unknown parameter is 422 everywhere when handling=strict is preferred', () =>
    assertAllRefused(ground, ground.operations, async (operation) =>
      unlessInvalid(operation.name, await ask(operation, 'no_such=1', strict), 'no_such'),
    ));

  it('with an unknown parameter is answered as without it', async () => {
    // Its own count grows with each call.
    const isSteady = ({ name }: ServedOperation) => !name.includes('/v1/rate-limit');
    for (const operation of ground.operations.filter(({ method }) => method === 'GET').filter(isSteady)) {
      const [plain, more] = [await ask(operation, ''), await ask(operation, 'no_such=1')];
      expect([more.status, Reflect.get(Object(more.body), 'data')], operation.name).eql([
        200,
        Reflect.get(Object(plain.body), 'data'),
      ]);
    }
  });

  it('for more than 100 records a page gets 100', async () => {
    for (const operation of lists) {
      const answer = await ask(operation, 'per_page=101');
      expect(Reflect.get(Object(answer.body), 'meta'), operation.name).include({ per_page: 100, page: 1 });
    }
  });

  it('for a page beyond the end gets an empty list that says where the end is', async () => {
    for (const operation of lists) {
      const answer = await ask(operation, 'page=1000&per_page=1');
      expect([answer.status, answer.records.length], operation.name).eql([200, 0]);
      const { meta, links } = Object(answer.body);
      expect(meta.total, operation.name).above(0);
      expect(meta, operation.name).include({ page: 1000, per_page: 1, total_pages: meta.total });
      expect(links, operation.name).include({ next: null });
      expect(links.last, operation.name).contain(`page=${meta.total}&per_page=1`);
    }
  });

  it('for a page that no list will ever have gets an empty list or is refused, however large the number', async () => {
    for (const operation of lists) {
      for (const page of ['1000000000', '4611686018427387904', '9007199254740993000']) {
        const answer = await ask(operation, `page=${page}&per_page=100`);
        const isRefused = answer.status === 422;
        expect(isRefused || answer.records.length === 0, `${operation.name}: ${answer.text}`).equal(true);
      }
    }
  });
});
