import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mergeParts } from '@plotline/gateway/contract/merge';
import { readParts } from '@plotline/gateway/contract/parts';
import { expect } from 'chai';

const operation = (operationId: string, scopes: unknown = ['read:leads']) => ({
  operationId,
  'x-scopes': scopes,
  responses: {},
});

describe('gateway: merging the parts of the contract', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function merge(parts: Record<string, { paths: object; components?: object; tags?: object[] }>) {
    for (const [service, part] of Object.entries(parts)) {
      mkdirSync(join(folder, service));
      // JSON is YAML.
      writeFileSync(join(folder, service, 'openapi.yaml'), JSON.stringify({ openapi: '3.1.0', ...part }));
    }
    return mergeParts(readParts(folder));
  }

  it('knows for each operation which service answers it', () => {
    const { routes } = merge({
      pipeline: { paths: { '/v1/leads': { get: operation('listLeads'), post: operation('createLead') } } },
      team: { paths: { '/v1/agents': { get: operation('listAgents') } } },
    });
    expect(routes.map(({ service, method, path }) => `${service} ${method} ${path}`)).to.deep.equal([
      'pipeline get /v1/leads',
      'pipeline post /v1/leads',
      'team get /v1/agents',
      'gateway get /v1/rate-limit',
    ]);
  });

  it('takes a component that two parts share word for word', () => {
    const shared = { schemas: { Money: { type: 'number' } } };
    const { components } = merge({ a: { paths: {}, components: shared }, b: { paths: {}, components: shared } });
    expect(components['schemas']).to.have.deep.property('Money', { type: 'number' });
  });

  it('lets a part use the tag that another declares', () => {
    const { tags } = merge({
      a: { paths: { '/v1/x': { get: { ...operation('x'), tags: ['Castles'] } } } },
      b: { paths: {}, tags: [{ name: 'Castles' }] },
    });
    expect(tags).to.deep.include({ name: 'Castles' });
  });

  const faults: [string, Parameters<typeof merge>[0], RegExp][] = [
    [
      'an operation without scopes',
      { a: { paths: { '/v1/x': { get: { operationId: 'x', responses: {} } } } } },
      /contract of a .*GET \/v1\/x declares no x-scopes/,
    ],
    [
      'a scope that does not exist',
      { a: { paths: { '/v1/x': { get: operation('x', ['read:lead']) } } } },
      /no scope "read:lead"/,
    ],
    [
      'an operation that two parts have',
      { a: { paths: { '/v1/x': { get: operation('x') } } }, b: { paths: { '/v1/y': { get: operation('x') } } } },
      /operation x is in a and in b/,
    ],
    [
      'a path that two parts have',
      { a: { paths: { '/v1/x': { get: operation('x') } } }, b: { paths: { '/v1/x': { post: operation('y') } } } },
      /path \/v1\/x of b clashes with \/v1\/x of a/,
    ],
    [
      'paths that differ in the name of a parameter only',
      { a: { paths: { '/v1/x/{id}': { get: operation('x') }, '/v1/x/{key}': { put: operation('y') } } } },
      /\/v1\/x\/\{key\} of a clashes with \/v1\/x\/\{id\} of a/,
    ],
    ['a path outside /v1', { a: { paths: { '/x': { get: operation('x') } } } }, /does not begin with \/v1\//],
    [
      'components of one name that differ',
      {
        a: { paths: {}, components: { schemas: { Money: { type: 'number' } } } },
        b: { paths: {}, components: { schemas: { Money: { type: 'string' } } } },
      },
      /component schemas\/Money of b differs/,
    ],
    [
      'a tag that no part declares',
      { a: { paths: { '/v1/x': { get: { ...operation('x'), tags: ['Castles'] } } } } },
      /a: x: no part declares the tag "Castles"/,
    ],
    ['no part at all', {}, /No contract found/],
  ];
  for (const [name, parts, message] of faults) {
    it(`stops the start at ${name}, and names it`, () => {
      expect(() => merge(parts)).to.throw(message);
    });
  }
});
