import { expect } from 'chai';
import { requestFor } from '../../support/contract/request.js';
import { methods } from '../../support/contract/served-contract.js';
import { assertAllRefused, type Ground, newGround, unless } from './ground.js';

describe('an address', function () {
  this.timeout(180_000);
  let ground: Ground;

  before(async () => {
    ground = await newGround();
  });

  after(() => ground.close());

  it('that there is, with a method that it does not take, is 405 with the methods that it takes', async () => {
    const { api, own, operations } = ground;
    const paths = [...new Set(operations.map(({ path }) => path))];
    const attempts = paths.flatMap((path) => {
      const taken = operations.filter((one) => one.path === path);
      const [any] = taken;
      const allow = taken.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
      const others = methods.filter((method) => !taken.some((one) => one.method === method));
      return any ? others.map((method) => ({ path: requestFor(any, own).path, method, allow })) : [];
    });
    await assertAllRefused(ground, attempts, async ({ path, method, allow }) => {
      const answer = await api.call(method, path);
      const said = (answer.headers.get('allow') ?? '').split(/, */).sort();
      const fault = unless(`${method} ${path}`, answer, 405, 'METHOD_NOT_ALLOWED');
      return fault ?? (String(said) === String(allow) ? null : `${method} ${path}: Allow is ${said}, not ${allow}`);
    });
  });

  it('that there is not is 404', async () => {
    const { api, own, operations } = ground;
    const paths = [...new Set(operations.map((operation) => requestFor(operation, own).path))];
    const attempts = [
      ...[
        '/',
        '/v1',
        '/v1/',
        '/v2/leads',
        '/v1/nothing',
        '/v1/rate-limits',
        '/leads',
        '/v1/Leads',
        '/health',
        '/ready',
      ],
      ...paths.flatMap((path) => [`${path}/`, `${path}/nothing/at/all`, path.replace('/v1/', '/v1//')]),
    ];
    await assertAllRefused(ground, attempts, async (path) => unless(path, await api.get(path), 404, 'NOT_FOUND'));
  });

  it('of a deleted record is 404, for DELETE as for GET', async () => {
    const { api, own, operations } = ground;
    for (const deletion of operations.filter(({ method }) => method === 'DELETE')) {
      const collection = deletion.path.replace(/\/\{\w+\}$/, '');
      const creation = operations.find(({ method, path }) => method === 'POST' && path === collection);
      if (!creation) throw new Error(`Nothing creates what ${deletion.name} deletes.`);
      const { id } = await api.create(collection, requestFor(creation, own).body);
      const path = `${collection}/${id}`;
      const first = await api.delete(path);
      const isProperty = collection === '/v1/properties';
      expect(first.status, path).equal(isProperty ? 200 : 204);
      if (isProperty) expect(first.body).eql({ success: true, data: { id, deleted: true } });
      expect((await api.delete(path)).status, path).equal(404);
      expect((await api.get(path)).status, path).equal(404);
    }
  });
});
