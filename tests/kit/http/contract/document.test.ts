import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ContractDocument,
  listRoutes,
  loadContract,
  resolveParameters,
} from '@plotline/kit/http/contract/document';
import { expect } from 'chai';

function documentOf(operation: string): string {
  return `openapi: 3.1.0\npaths:\n  /v1/things:\n    get: ${operation}\n`;
}

describe('loadContract and listRoutes', () => {
  let directory: string;
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'plotline-contract-'));
  });
  after(() => rmSync(directory, { recursive: true }));

  let written = 0;
  function load(text: string): ContractDocument {
    written += 1;
    const file = join(directory, `openapi-${written}.yaml`);
    writeFileSync(file, text);
    return loadContract(file);
  }

  it("add the shared components, and prefer the contract's own components", () => {
    const own = '{ parameters: { page: { name: sheet, in: query, schema: {} } }, schemas: { Mine: { type: string } } }';
    const { components } = load(`openapi: 3.1.0\npaths: {}\ncomponents: ${own}\n`);
    expect(components?.parameters).to.have.property('page').includes({ name: 'sheet' });
    expect(components?.parameters).to.have.property('per_page').includes({ in: 'query' });
    expect(components?.schemas).to.include.keys('Mine', 'Currency', 'Timestamp');
  });

  it('refuse a file that is not a contract, with its path in the message', () => {
    for (const text of ['- openapi: 3.1.0', 'openapi: 3.1.0', 'paths: []']) {
      expect(() => load(text)).to.throw(/openapi-\d+\.yaml has no paths\./);
    }
    expect(() => load('paths:\n  /v1/things: {')).to.throw(/openapi-\d+\.yaml" \(2:\d+\)/);
  });

  it('list only the operations of a path, each with path and method', () => {
    const path =
      '{ summary: Things, parameters: [], get: { operationId: a, x-scopes: [], x-roles: [] }, delete: { operationId: b, x-scopes: [admin], x-roles: [owner] } }';
    const routes = listRoutes(load(`openapi: 3.1.0\npaths: { /v1/things: ${path} }\n`));
    expect(routes.map((route) => [route.method, route.path, route.operation.operationId])).to.deep.equal([
      ['get', '/v1/things', 'a'],
      ['delete', '/v1/things', 'b'],
    ]);
  });

  it('refuse an operation without an operationId, x-scopes or x-roles', () => {
    expect(() => listRoutes(load(documentOf('{ x-scopes: [] }')))).to.throw('GET /v1/things has no operationId.');
    const unscoped = load(documentOf('{ operationId: listThings }'));
    expect(() => listRoutes(unscoped)).to.throw('GET /v1/things declares no x-scopes.');
    const worded = load(documentOf('{ operationId: listThings, x-scopes: admin }'));
    expect(() => listRoutes(worded)).to.throw('declares no x-scopes');
    const open = load(documentOf('{ operationId: listThings, x-scopes: [] }'));
    expect(() => listRoutes(open)).to.throw('GET /v1/things declares no x-roles.');
  });

  it('resolve references to parameters, and refuse a reference that leads nowhere', () => {
    const reference = (name: string) =>
      load(
        documentOf(
          `{ operationId: a, x-scopes: [], x-roles: [], parameters: [{ $ref: '#/components/parameters/${name}' }] }`,
        ),
      );
    const parametersIn = (document: ContractDocument) =>
      listRoutes(document).flatMap(({ operation }) => resolveParameters(document, operation));
    expect(parametersIn(reference('order')).map(({ name }) => name)).to.deep.equal(['order']);
    expect(() => parametersIn(reference('none'))).to.throw('a: no parameter #/components/parameters/none.');
    expect(parametersIn(load(documentOf('{ operationId: a, x-scopes: [], x-roles: [] }')))).to.deep.equal([]);
  });
});
