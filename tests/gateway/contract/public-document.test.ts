import { describeScope, scopes } from '@plotline/auth/keys/model/scope';
import { readContract } from '@plotline/gateway/contract/merge';
import { createPublicDocument } from '@plotline/gateway/contract/public-document';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'chai';
import { contracts } from '../support/gateway-fixture.js';

const addresses = {
  api: 'https://api.example.com',
  sandbox: 'https://sandbox.example.com',
  auth: 'https://auth.example.com',
};
const document = createPublicDocument(readContract(contracts), addresses);

/** Collects every `$ref` in a value. */
function findReferences(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(findReferences)];
}

const pointer = (...keys: string[]) => keys.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');

/** Compiles the schema of one response. */
function compileResponse(path: string, method: string, status: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', ...document });
  const place = pointer('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');
  return ajv.compile({ $ref: `document#/${place}` });
}

function get(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

/** Follows a reference to a component. */
function resolve(value: unknown): unknown {
  const reference = get(value, '$ref');
  return typeof reference === 'string' ? reference.slice(2).split('/').reduce(get, document) : value;
}

function readParameterNames(holder: unknown): unknown[] {
  const parameters = get(holder, 'parameters');
  return Array.isArray(parameters) ? parameters.map((parameter) => get(resolve(parameter), 'name')) : [];
}

describe('gateway createPublicDocument', () => {
  it('resolves every reference within the document', () => {
    for (const reference of new Set(findReferences(document))) {
      expect(document, reference).to.have.nested.property(reference.slice(2).replaceAll('/', '.'));
    }
  });

  it('describes an upload by its types and size, and its response in an envelope', () => {
    const upload = get(get(get(document, 'paths'), '/v1/leads/import'), 'post');
    expect(get(get(upload, 'requestBody'), 'content')).to.have.all.keys('text/csv', 'multipart/form-data');
    expect(get(get(get(upload, 'responses'), '413'), 'description')).to.include('20,000,000 bytes');
    expect(get(upload, 'description')).to.include('20,000,000 bytes').and.to.include('gzip');
    expect(get(get(get(upload, 'responses'), '202'), 'headers')).to.include.keys('Retry-After', 'Idempotency-Replayed');
    const validate = compileResponse('/v1/leads/import', 'post', '202');
    expect([validate({ success: true, data: {} }), validate({})]).to.deep.equal([true, false]);
  });

  it('describes a file without an envelope', () => {
    const read = get(get(get(document, 'paths'), '/v1/imports/{id}/errors'), 'get');
    const answer = get(get(read, 'responses'), '200');
    expect(get(answer, 'content')).to.deep.equal({ 'text/csv': { schema: { type: 'string' } } });
  });

  it('describes a record in its envelope', () => {
    for (const [path, method, status] of [
      ['/v1/leads/{id}', 'get', '200'],
      ['/v1/leads', 'post', '201'],
    ] as const) {
      const check = compileResponse(path, method, status);
      expect(check({ success: true, data: { id: 'a' } })).to.equal(true);
      expect(check({ id: 'a' })).to.equal(false);
      expect(check({ success: true, data: { id: 1 } })).to.equal(false);
      expect(check({ success: false, data: { id: 'a' } })).to.equal(false);
    }
  });

  it('describes a list in its envelope, with meta and links', () => {
    const check = compileResponse('/v1/leads', 'get', '200');
    const meta = { page: 1, per_page: 20, total: 1, total_pages: 1 };
    const links = { self: '/a', first: '/a', prev: null, next: null, last: '/a' };
    expect(check({ success: true, data: [{ id: 'a' }], meta, links })).to.equal(true);
    expect(check({ success: true, data: [{ id: 'a' }], meta })).to.equal(false);
    expect(check({ success: true, data: { id: 'a' }, meta, links })).to.equal(false);
  });

  it('describes errors in their envelope, including errors that services declare', () => {
    const check = compileResponse('/v1/leads', 'post', '409');
    expect(check({ success: false, error: { code: 'CONFLICT', message: 'x' } })).to.equal(true);
    expect(check({ code: 'CONFLICT', message: 'x' })).to.equal(false);
    expect(check({ success: false, error: { code: 'OTHER', message: 'x' } })).to.equal(false);
    expect(document).to.have.nested.property(
      'paths./v1/leads.post.responses.409.description',
      'Another lead has that e-mail address.',
    );
  });

  const added: [string, string, string[]][] = [
    ['/v1/leads', 'post', ['201', '400', '401', '403', '405', '409', '413', '414', '422', '429', '431', '500', '503']],
    ['/v1/leads', 'get', ['200', '400', '401', '403', '405', '414', '422', '429', '431', '500', '503']],
    [
      '/v1/leads/{id}',
      'delete',
      ['204', '400', '401', '403', '404', '405', '409', '412', '413', '414', '422', '429', '431', '500', '503'],
    ],
  ];
  for (const [path, method, statuses] of added) {
    it(`lists every status of ${method} ${path}`, () => {
      expect(document).to.have.nested.property(`paths.${path}.${method}.responses`).with.all.keys(statuses);
    });
  }

  it('declares the credentials and scopes of each operation', () => {
    expect(document).to.have.deep.nested.property('paths./v1/leads.get.security', [
      { credential: ['read:leads'] },
      { oauth2: ['read:leads'] },
      { basic: ['read:leads'] },
    ]);
    expect(document).to.have.nested.property('components.securitySchemes.credential.scheme', 'bearer');
    expect(document)
      .to.have.nested.property('components.securitySchemes.basic.description')
      .that.matches(/^Deprecated/);
  });

  it('lists the live and sandbox addresses, or only the live address when the other is unknown', () => {
    const { sandbox: _unknown, ...known } = addresses;
    const readUrls = (of: object) => [get(of, 'servers')].flat().map((server) => get(server, 'url'));
    expect(readUrls(document)).to.deep.equal([addresses.api, addresses.sandbox]);
    expect(readUrls(createPublicDocument(readContract(contracts), known))).to.deep.equal([addresses.api]);
  });

  it('describes the authorization and token addresses for apps, and each scope', () => {
    expect(document)
      .to.have.nested.property('components.securitySchemes.oauth2.flows.authorizationCode')
      .that.deep.equals({
        authorizationUrl: 'https://auth.example.com/oauth/authorize',
        tokenUrl: 'https://auth.example.com/oauth/token',
        refreshUrl: 'https://auth.example.com/oauth/token',
        scopes: Object.fromEntries(scopes.map((scope) => [scope, describeScope(scope)])),
      });
  });

  const parameters: [string, string, string[]][] = [
    ['/v1/leads', 'get', ['page']],
    ['/v1/leads', 'post', ['Idempotency-Key']],
    ['/v1/leads/{id}', 'get', ['id', 'If-None-Match']],
    ['/v1/leads/{id}', 'put', ['id', 'If-Match']],
    ['/v1/leads/{id}', 'delete', ['id', 'If-Match']],
    ['/v1/leads/bulk', 'post', ['Idempotency-Key', 'If-Match']],
    ['/v1/rate-limit', 'get', []],
  ];
  for (const [path, method, names] of parameters) {
    it(`lists every parameter of ${method} ${path} inline with the operation`, () => {
      const item = get(get(document, 'paths'), path);
      const shared = ['X-Workspace-ID', 'X-Request-Id', 'Prefer'];
      expect(readParameterNames(get(item, method))).to.deep.equal([...names, ...shared]);
      expect(
        findReferences(get(get(item, method), 'parameters')).filter((one) => one.includes('/parameters/')),
      ).to.deep.equal([]);
      expect(item).not.to.have.property('parameters');
    });
  }

  const headers: [string, string, string, string[]][] = [
    ['/v1/leads', 'get', '200', ['Preference-Applied']],
    ['/v1/leads', 'post', '201', ['Preference-Applied', 'X-Ignored-Parameters', 'ETag', 'Idempotency-Replayed']],
    ['/v1/leads', 'post', '409', []],
    ['/v1/leads/bulk', 'post', '201', ['Preference-Applied', 'X-Ignored-Parameters', 'Idempotency-Replayed']],
    ['/v1/leads/{id}', 'get', '200', ['Preference-Applied', 'X-Ignored-Parameters', 'ETag']],
    ['/v1/leads/{id}', 'get', '304', ['ETag']],
    ['/v1/leads/{id}', 'put', '200', ['Preference-Applied', 'X-Ignored-Parameters', 'ETag']],
    ['/v1/leads/{id}', 'delete', '204', ['Preference-Applied', 'X-Ignored-Parameters']],
    ['/v1/leads/{id}', 'delete', '405', ['Allow']],
    ['/v1/leads/{id}', 'delete', '503', ['Retry-After']],
    ['/v1/rate-limit', 'get', '200', ['Preference-Applied', 'X-Ignored-Parameters']],
  ];
  for (const [path, method, status, names] of headers) {
    it(`lists every header of the ${status} response of ${method} ${path}`, () => {
      const response = resolve(get(get(get(get(get(document, 'paths'), path), method), 'responses'), status));
      const limits = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
      const always = ['X-Request-Id', ...limits, 'Cache-Control', 'Deprecation', 'Sunset'];
      expect(Object.keys(Object(get(response, 'headers')))).to.have.members([...always, ...names]);
    });
  }

  it('describes meta only for operations that declare it', () => {
    const properties = (path: string, method: string, status: string) => {
      const response = get(get(get(get(get(document, 'paths'), path), method), 'responses'), status);
      return get(get(get(get(response, 'content'), 'application/json'), 'schema'), 'properties');
    };
    expect(properties('/v1/leads', 'post', '201')).to.have.nested.property('meta.properties.possible_duplicates');
    expect(properties('/v1/leads/{id}', 'get', '200')).to.have.all.keys('success', 'data');
  });
});
