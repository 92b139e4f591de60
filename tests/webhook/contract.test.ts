import { listRoutes, loadContract } from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

const document = loadContract(new URL('../../services/webhook/openapi.yaml', import.meta.url));

function getPath(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  );
}

function resolveReference(schema: unknown): unknown {
  const reference = getPath(schema, '$ref');
  return typeof reference === 'string' ? getPath(document, ...reference.slice(2).split('/')) : schema;
}

/** Returns whether a schema, or the schema of its entries, has an example. */
function hasExample(schema: unknown): boolean {
  const found = resolveReference(schema);
  return (
    Array.isArray(getPath(found, 'examples')) ||
    Array.isArray(getPath(resolveReference(getPath(found, 'items')), 'examples'))
  );
}

const json = ['content', 'application/json', 'schema'];

describe('openapi.yaml of the webhook service', () => {
  for (const { operation } of listRoutes(document)) {
    const { operationId } = operation;
    it(`describes ${operationId}, with an example of every body`, () => {
      expect(getPath(operation, 'summary')).to.be.a('string');
      expect(getPath(operation, 'description')).to.be.a('string');
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].map((one) => getPath(one, ...json));
      for (const schema of bodies.filter((one) => one !== undefined)) {
        expect(hasExample(schema), JSON.stringify(schema)).to.equal(true);
      }
    });
  }
});
