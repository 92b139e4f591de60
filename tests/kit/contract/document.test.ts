import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContractDocument, loadContract, parametersOf, routesOf } from '@plotline/kit/contract/document';
import { expect } from 'chai';

function documentOf(operation: string): string {
  return `openapi: 3.1.0\npaths:\n  /v1/things:\n    get: ${operation}\n`;
}

describe('a service’s part of the contract', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'plotline-contract-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  function load(text: string): ContractDocument {
    const file = join(directory, 'openapi.yaml');
    writeFileSync(file, text);
    return loadContract(file);
  }

  it('has the components that all parts share beside its own, and its own where both have one', () => {
    const own = '{ parameters: { page: { name: sheet, in: query, schema: {} } }, schemas: { Mine: { type: string } } }';
    const { components } = load(`openapi: 3.1.0\npaths: {}\ncomponents: ${own}\n`);
    expect(components?.parameters).to.have.property('page').includes({ name: 'sheet' });
    expect(components?.parameters).to.have.property('per_page').includes({ in: 'query' });
    expect(components?.schemas).to.include.keys('Mine', 'Currency', 'Timestamp');
  });

  it('lists its operations with path and method, and takes nothing else of a path for one', () => {
    const path =
      '{ summary: Things, parameters: [], get: { operationId: a, x-scopes: [] }, delete: { operationId: b, x-scopes: [admin] } }';
    const routes = routesOf(load(`openapi: 3.1.0\npaths: { /v1/things: ${path} }\n`));
    expect(routes.map((route) => [route.method, route.path, route.operation.operationId])).to.deep.equal([
      ['get', '/v1/things', 'a'],
      ['delete', '/v1/things', 'b'],
    ]);
  });

  it('is refused with an operation that has no name, or says nothing of scopes', () => {
    expect(() => routesOf(load(documentOf('{ x-scopes: [] }')))).to.throw('GET /v1/things has no operationId.');
    const unscoped = load(documentOf('{ operationId: listThings }'));
    expect(() => routesOf(unscoped)).to.throw('GET /v1/things declares no x-scopes.');
    const worded = load(documentOf('{ operationId: listThings, x-scopes: admin }'));
    expect(() => routesOf(worded)).to.throw('declares no x-scopes');
  });

  it('gives an operation its parameters, references followed, and refuses one that leads nowhere', () => {
    const reference = (name: string) =>
      load(documentOf(`{ operationId: a, x-scopes: [], parameters: [{ $ref: '#/components/parameters/${name}' }] }`));
    const parametersIn = (document: ContractDocument) =>
      routesOf(document).flatMap(({ operation }) => parametersOf(document, operation));
    expect(parametersIn(reference('order')).map(({ name }) => name)).to.deep.equal(['order']);
    expect(() => parametersIn(reference('none'))).to.throw('a: no parameter #/components/parameters/none.');
    expect(parametersIn(load(documentOf('{ operationId: a, x-scopes: [] }')))).to.deep.equal([]);
  });
});
