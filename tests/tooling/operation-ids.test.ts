import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listRoutes, loadContract, type Route } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');
const services = readdirSync(join(root, 'services')).map((service) => join(root, 'services', service));
const contracts = [...services, join(root, 'gateway')].map((folder) => join(folder, 'openapi.yaml')).filter(existsSync);

/** Verbs for changes that don't simply create, update or delete. */
const actions =
  'accept authorize cancel change complete confirm deactivate decide disable dismiss enable end extend import introspect lose mark merge move ' +
  'pay preview reach redeem release remove renew reopen request resend reset retry revoke rotate send sign start test transfer undo ' +
  'upload void win withdraw';

/** Verbs that an operationId may start with. */
function verbsOf({ method, path, operation }: Route): readonly string[] {
  if (operation['x-list']) return ['list'];
  // Excludes the first step of OAuth 2.0, because browsers are redirected to it.
  if (method === 'get') return path === '/oauth/authorize' ? ['authorize'] : ['get', 'list'];
  if (method === 'put' || method === 'patch') return ['update', 'upsert', 'confirm'];
  return [...(method === 'post' ? ['create'] : ['delete']), ...actions.split(' ')];
}

function findFault(route: Route): string[] {
  const { operationId } = route.operation;
  const verbs = verbsOf(route);
  const isGood = verbs.some((verb) => new RegExp(`^${verb}([A-Z][A-Za-z]*)?$`).test(operationId));
  return isGood ? [] : [`${route.method.toUpperCase()} ${route.path}: ${operationId} begins with none of ${verbs}`];
}

describe('operationIds', () => {
  it('consist of a verb and its object: get or list for reads, and update, upsert or confirm for PUT', () => {
    const faults = contracts.flatMap((file) => listRoutes(loadContract(file)).flatMap(findFault));
    expect(contracts).to.have.length(8);
    expect(faults, faults.join('\n')).to.deep.equal([]);
  });
});
