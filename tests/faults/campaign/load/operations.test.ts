import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listRoutes, loadContract } from '@plotline/kit/contract/document';
import { expect } from 'chai';

const checkout = resolve(import.meta.dirname, '../../../..');

/** Those of the API: the authorization server, which is auth's, has fault tests of its own, and the dashboard has no operations. */
function listOperationIds(): string[] {
  const services = readdirSync(join(checkout, 'services')).filter(
    (name) => !['auth', 'dashboard', 'kit'].includes(name),
  );
  const files = [
    ...services.map((name) => join(checkout, 'services', name, 'openapi.yaml')),
    join(checkout, 'gateway/openapi.yaml'),
  ];
  return files.flatMap((file) => listRoutes(loadContract(file)).map(({ operation }) => operation.operationId));
}

describe('load of the campaign', () => {
  it('calls every operation of the API', () => {
    const sources = readdirSync(import.meta.dirname)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
      .join('\n');
    const never = listOperationIds().filter((id) => !sources.includes(`'${id}'`) && !sources.includes(`${id}:`));
    expect(never).to.deep.equal([]);
  });
});
