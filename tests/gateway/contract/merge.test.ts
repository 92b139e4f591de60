import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readContract } from '@plotline/gateway/contract/merge';
import { expect } from 'chai';

const operation = (operationId: string, scopes: unknown = ['read:leads'], roles: unknown = ['owner']) => ({
  operationId,
  'x-scopes': scopes,
  'x-roles': roles,
  responses: {},
});

describe('gateway readContract', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contracts-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function merge(contracts: Record<string, { paths: object; components?: object; tags?: object[] }>) {
    for (const [service, contract] of Object.entries(contracts)) {
      mkdirSync(join(folder, service));
      // JSON is valid YAML.
      writeFileSync(join(folder, service, 'openapi.yaml'), JSON.stringify({ openapi: '3.1.0', ...contract }));
    }
    return readContract(folder);
  }

  it('assigns each operation to the service that declares it', () => {
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

  it('accepts a component that two services declare identically', () => {
    const shared = { schemas: { Money: { type: 'number' } } };
    const { components } = merge({ a: { paths: {}, components: shared }, b: { paths: {}, components: shared } });
    expect(components['schemas']).to.have.deep.property('Money', { type: 'number' });
  });

  it('lets an operation use a tag that another service declares', () => {
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
      'an alternative scope that does not exist',
      { a: { paths: { '/v1/x': { get: { ...operation('x'), 'x-any-scope': ['read:lead'] } } } } },
      /no scope "read:lead"/,
    ],
    [
      'an operation without roles',
      { a: { paths: { '/v1/x': { get: { operationId: 'x', 'x-scopes': [], responses: {} } } } } },
      /contract of a .*GET \/v1\/x declares no x-roles/,
    ],
    [
      'a role that does not exist',
      { a: { paths: { '/v1/x': { get: operation('x', [], ['boss']) } } } },
      /a: x: there is no role "boss"/,
    ],
    [
      'an operation that two services declare',
      { a: { paths: { '/v1/x': { get: operation('x') } } }, b: { paths: { '/v1/y': { get: operation('x') } } } },
      /operation x is in a and in b/,
    ],
    [
      'a path that two services declare',
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
      'a tag that no service declares',
      { a: { paths: { '/v1/x': { get: { ...operation('x'), tags: ['Castles'] } } } } },
      /a: x: no contract declares the tag "Castles"/,
    ],
    ['a folder without contracts', {}, /No contract found/],
  ];
  for (const [name, contracts, message] of faults) {
    it(`throws with the location of the error for ${name}`, () => {
      expect(() => merge(contracts)).to.throw(message);
    });
  }
});
