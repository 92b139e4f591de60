import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { listRoutes, loadContract, takesIdempotencyKey } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');

describe('a service whose contract has a POST that takes an Idempotency-Key', () => {
  for (const name of ['auth', 'connect', 'inventory', 'pipeline', 'team', 'transfer', 'webhook']) {
    it(`has a test that the response is committed with the change: ${name}`, () => {
      const routes = listRoutes(loadContract(join(root, 'services', name, 'openapi.yaml')));
      const tests = readdirSync(join(root, 'tests', name), { recursive: true, encoding: 'utf8' });
      const hasTest = tests.some((path) => basename(path) === 'kept-answers.integration.test.ts');
      expect(hasTest).to.equal(routes.some(takesIdempotencyKey));
    });
  }
});
