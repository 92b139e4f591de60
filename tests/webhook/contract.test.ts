import { loadContract, routesOf } from '@plotline/kit/contract/document';
import { expect } from 'chai';

const document = loadContract(new URL('../../services/webhook/openapi.yaml', import.meta.url));

function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (found, key) => (typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined),
    value,
  );
}

function followed(schema: unknown): unknown {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
}

/** Whether a schema, or that of its entries, shows how it looks. */
function hasExample(schema: unknown): boolean {
  const found = followed(schema);
  return Array.isArray(at(found, 'examples')) || Array.isArray(at(followed(at(found, 'items')), 'examples'));
}

const json = ['content', 'application/json', 'schema'];

describe("the contract's part about webhooks", () => {
  for (const { operation } of routesOf(document)) {
    const { operationId } = operation;
    it(`says of ${operationId} what it is for, with an example of all that goes in and out`, () => {
      expect(at(operation, 'summary')).to.be.a('string');
      expect(at(operation, 'description')).to.be.a('string');
      const bodies = [operation.requestBody, ...Object.values(operation.responses)].map((one) => at(one, ...json));
      for (const schema of bodies.filter((one) => one !== undefined)) {
        expect(hasExample(schema), JSON.stringify(schema)).to.equal(true);
      }
    });
  }
});
