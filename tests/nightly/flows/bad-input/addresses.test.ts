import { expect } from 'chai';
import { requestFor } from '../../../support/contract/request.js';
import { methods, type ServedOperation } from '../../../support/contract/served-contract.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startContractFixture } from '../contract-fixture.js';
import { expectAllRefused, findFault } from './refusals.js';

describe('a request to a wrong address', () => {
  const fixture = useFixture(startContractFixture);

  it('is refused with 405 and the allowed methods if the path does not have the method', async () => {
    const { api, own, operations } = fixture();
    const paths = [...new Set(operations.map(({ path }) => path))];
    const attempts = paths.flatMap((path) => {
      const declared = operations.filter((one) => one.path === path);
      const [first] = declared;
      const allow = declared.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).sort();
      const others = methods.filter((method) => !declared.some((one) => one.method === method));
      return first ? others.map((method) => ({ path: requestFor(first, own).path, method, allow })) : [];
    });
    await expectAllRefused(fixture(), attempts, async ({ path, method, allow }) => {
      const answer = await api.call(method, path);
      const actual = (answer.headers.get('allow') ?? '').split(/, */).sort();
      const fault = findFault(`${method} ${path}`, answer, 405, 'METHOD_NOT_ALLOWED');
      return fault ?? (String(actual) === String(allow) ? null : `${method} ${path}: Allow is ${actual}, not ${allow}`);
    });
  });

  it('is refused with 404 when no operation has the path', async () => {
    const { api, own, operations } = fixture();
    const paths = [...new Set(operations.map((operation) => requestFor(operation, own).path.replace(/\?.*$/, '')))];
    const attempts = [
      ...['/v1', '/v1/', '/v2/leads', '/v1/nothing', '/v1/rate-limits', '/leads', '/v1/Leads', '/health', '/ready'],
      ...paths.flatMap((path) => [`${path}/`, `${path}/nothing/at/all`, path.replace('/v1/', '/v1//')]),
    ];
    await expectAllRefused(fixture(), attempts, async (path) => findFault(path, await api.get(path), 404, 'NOT_FOUND'));
  });

  it('is refused with 404 if the record is deleted, for both DELETE and GET', async () => {
    const { api, own, operations } = fixture();
    // Records below another record don't have their own address. Transfer's tests delete files.
    const isBelow = ({ path }: ServedOperation) => /\}\/./.test(path) || path.startsWith('/v1/files');
    for (const deletion of operations.filter((one) => one.method === 'DELETE' && !isBelow(one))) {
      const collection = deletion.path.replace(/\/\{\w+\}$/, '');
      const creation = operations.find(({ method, path }) => method === 'POST' && path === collection);
      if (!creation) throw new Error(`Nothing creates what ${deletion.name} deletes.`);
      const { id } = await api.create(collection, requestFor(creation, own).body);
      // Skips records that exist only once in a workspace, because their addresses contain no id.
      const path = deletion.path === collection ? collection : `${collection}/${id}`;
      const first = await api.delete(path);
      const isProperty = collection === '/v1/properties';
      expect(first.status, path).to.equal(isProperty ? 200 : 204);
      if (isProperty) expect(first.body).to.deep.equal({ success: true, data: { id, deleted: true } });
      expect((await api.delete(path)).status, path).to.equal(404);
      expect((await api.get(path)).status, path).to.equal(404);
    }
  });
});
