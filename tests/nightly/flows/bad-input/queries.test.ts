import { expect } from 'chai';
import pLimit from 'p-limit';
import { queryFaults } from '../../../support/contract/query-faults.js';
import { type ApiRequest, requestFor, toOptions } from '../../../support/contract/request.js';
import type { ServedOperation } from '../../../support/contract/served-contract.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startContractFixture } from '../contract-fixture.js';
import { expectAllRefused, findFault, findFieldFault } from './refusals.js';

/** Fewer than the four uploads that a workspace may run at the same time. */
const uploads = pLimit(3);
const strict = { prefer: 'handling=strict' };
const operators = ['status[$ne]=x', '$where=1', 'search[$regex]=.', 'page[]=1', 'filter[stage]=new'];
const paging = ['per_page=0', 'per_page=-1', 'per_page=1.5', 'per_page=x', 'page=0', 'page=-1', 'page=1.5', 'page=x'];
const naming = ['sort=no_such', 'order=no_such', 'fields=no_such', 'expand=no_such'];

describe('a request query', () => {
  const fixture = useFixture(startContractFixture);
  let lists: readonly ServedOperation[];

  before(async () => {
    lists = fixture().operations.filter(({ isList }) => isList);
  });

  const withQuery = ({ path }: ApiRequest, query: string) =>
    query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;

  function send(operation: ServedOperation, query: string, headers: Readonly<Record<string, string>> = {}) {
    const request = requestFor(operation, fixture().own);
    const call = () => fixture().api.call(request.method, withQuery(request, query), toOptions(request, headers));
    return operation.files.length > 0 ? uploads(call) : call();
  }

  it('answers 422 and names the parameter that violates its schema', async () => {
    const attempts = fixture().operations.flatMap((operation) =>
      queryFaults(operation).map((fault) => ({ operation, fault })),
    );
    await expectAllRefused(fixture(), attempts, async ({ operation, fault: { query, name } }) =>
      findFieldFault(`${operation.name}?${query.slice(0, 80)}`, await send(operation, query), name),
    );
  });

  it('answers 422 on every list for a page or size that is below 1 or not a whole number', async () => {
    const attempts = lists.flatMap((operation) => paging.map((query) => ({ operation, query })));
    await expectAllRefused(fixture(), attempts, async ({ operation, query }) =>
      findFieldFault(`${operation.name}?${query}`, await send(operation, query), query.split('=')[0] ?? ''),
    );
  });

  it('answers 422 for an unknown sort, order, field or relation', async () => {
    const attempts = fixture().operations.flatMap((operation) =>
      naming
        .filter((query) => operation.queryParameters.some(({ name }) => query.startsWith(`${name}=`)))
        .map((query) => ({ operation, query })),
    );
    await expectAllRefused(fixture(), attempts, async ({ operation, query }) =>
      findFieldFault(`${operation.name}?${query}`, await send(operation, query), query.split('=')[0] ?? ''),
    );
    const findListsWithout = (choice: string) =>
      lists.filter(({ queryParameters }) => !queryParameters.some(({ name }) => name === choice));
    // This list has only one order.
    const ordered = ['/v1/leads/duplicates'];
    const byCreation = ['/v1/connections/{id}/calls', '/v1/documents', '/v1/statement-lines'];
    for (const choice of ['sort', 'order', 'fields']) {
      const fixed = choice === 'sort' ? [...ordered, ...byCreation] : ordered;
      const missing = findListsWithout(choice).filter(({ path }) => !fixed.includes(path));
      expect(missing.map(({ name }) => `${name} has no ${choice}`)).to.deep.equal([]);
    }
  });

  it('answers 400 everywhere for a MongoDB operator', async () => {
    const attempts = fixture().operations.flatMap((operation) => operators.map((query) => ({ operation, query })));
    await expectAllRefused(fixture(), attempts, async ({ operation, query }) =>
      findFault(`${operation.name}?${query}`, await send(operation, query), 400, 'BAD_REQUEST'),
    );
  });

  it('answers 422 on every list for a repeated parameter', () =>
    expectAllRefused(fixture(), lists, async (operation) =>
      findFieldFault(operation.name, await send(operation, 'page=1&page=2'), 'page'),
    ));

  it('answers 422 everywhere for an unknown parameter under Prefer: handling=strict', () =>
    expectAllRefused(fixture(), fixture().operations, async (operation) =>
      findFieldFault(operation.name, await send(operation, 'no_such=1', strict), 'no_such'),
    ));

  it('gets the same response with and without an unknown parameter', async () => {
    // Excluded, because the request count grows with each call, and an API key has no notification preferences.
    const isSteady = ({ name }: ServedOperation) => !/\/v1\/rate-limit|\/preferences/.test(name);
    for (const operation of fixture()
      .operations.filter(({ method }) => method === 'GET')
      .filter(isSteady)) {
      const needed = operation.name.includes('/imports/template') ? 'resource=leads&' : '';
      const [plain, more] = [await send(operation, needed), await send(operation, `${needed}no_such=1`)];
      expect([more.status, Reflect.get(Object(more.body), 'data')], operation.name).to.deep.equal([
        200,
        Reflect.get(Object(plain.body), 'data'),
      ]);
    }
  });

  it('gets 100 records per page if it requests more', async () => {
    for (const operation of lists) {
      const answer = await send(operation, 'per_page=101');
      expect(Reflect.get(Object(answer.body), 'meta'), operation.name).to.include({ per_page: 100, page: 1 });
    }
  });

  it('gets an empty list with a link to the last page for a page beyond the end', async () => {
    // Skips two lists that are empty: the portfolio has no duplicates, and its deal has no instalments.
    for (const operation of lists.filter(({ path }) => !/\/(duplicates|instalments)$/.test(path))) {
      const answer = await send(operation, 'page=1000&per_page=1');
      expect([answer.status, answer.records.length], operation.name).to.deep.equal([200, 0]);
      const { meta, links } = Object(answer.body);
      expect(meta.total, operation.name).to.be.above(0);
      expect(meta, operation.name).to.include({ page: 1000, per_page: 1, total_pages: meta.total });
      expect(links, operation.name).to.include({ next: null });
      expect(links.last, operation.name).to.include(`page=${meta.total}&per_page=1`);
    }
  });

  it('gets an empty list or 422 for any page number, however large', async () => {
    for (const operation of lists) {
      for (const page of ['1000000000', '4611686018427387904', '9007199254740993000']) {
        const answer = await send(operation, `page=${page}&per_page=100`);
        const isRefused = answer.status === 422;
        expect(isRefused || answer.records.length === 0, `${operation.name}: ${answer.text}`).to.equal(true);
      }
    }
  });
});
