import type { Server } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/caller';
import { conflict, notFound } from '@plotline/kit/errors';
import { created, noContent, ok, page, paging } from '@plotline/kit/http/answer';
import type { Handlers } from '@plotline/kit/http/handler';
import { closeServer } from '@plotline/kit/http/server';
import { createServiceServer } from '@plotline/kit/http/service';
import { createLog } from '@plotline/kit/log';
import { createMetrics } from '@plotline/kit/metrics';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';

const secret = 'a secret of the house';
const contract = new URL('./contract.yaml', import.meta.url);
type Body = NonNullable<RequestInit['body']>;

const never = () => Promise.reject(new Error('no key was sent'));

function testCaller(change: Partial<Caller> = {}): Caller {
  return {
    workspaceId: 'ws_1',
    mode: 'live',
    actor: { type: 'key', id: 'key_1', name: 'Key' },
    scopes: ['admin'],
    currency: 'USD',
    requestId: 'request-1',
    deadline: Date.now() + 10_000,
    ...change,
  };
}

const handlers: Handlers = {
  listThings: async ({ query }) => {
    const { page: number, perPage } = paging({ page: 2, per_page: 500 });
    return page([{ id: 'thing_1', query }], { page: number, perPage, total: 101 });
  },
  createThing: async ({ body }) => created(body),
  readThing: async ({ path }) => {
    if (path('id') === 'none') throw notFound();
    if (path('id') === 'taken') throw conflict('It is taken.');
    if (path('id') === 'broken') throw new Error('the password is hunter2');
    return ok({ id: path('id') });
  },
  deleteThing: async () => noContent(),
};

describe('a service server', () => {
  let server: Server;
  let base: string;

  function start(table: Handlers): Server {
    return createServiceServer({
      contract,
      handlers: table,
      secret,
      idempotency: { claim: never, keep: never, release: never },
      log: createLog('test', 'silent'),
      metrics: createMetrics('test'),
      ready: () => true,
    });
  }

  before(async () => {
    server = start(handlers);
    base = `http://127.0.0.1:${await listenAnywhere(server)}`;
  });

  after(() => closeServer(server));

  async function call(
    method: string,
    path: string,
    options: { body?: Body; headers?: Record<string, string>; caller?: string } = {},
  ) {
    const headers = {
      [callerHeader]: options.caller ?? signCaller(testCaller(), secret),
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const response = await fetch(base + path, {
      method,
      headers,
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: text === '' ? null : JSON.parse(text) };
  }

  const post = (body: Body, headers: Record<string, string> = {}) => call('POST', '/v1/things', { body, headers });

  it('refuses a contract whose operation has no handler, and a handler without an operation', () => {
    const { deleteThing, ...less } = handlers;
    expect(() => start(less)).throws('deleteThing has no handler');
    expect(() => start({ ...handlers, extraThing: async () => noContent() })).throws('extraThing');
    expect(deleteThing).a('function');
  });

  it('answers bare records, and the place in a list in a header', async () => {
    const { status, json, headers } = await call(
      'GET',
      '/v1/things?page=2&per_page=500&kind=small,large&min=1.5&other=1',
    );
    expect(status).equal(200);
    expect(json[0].query).eql({ page: 2, per_page: 500, kind: ['small', 'large'], min: 1.5 });
    expect(JSON.parse(headers.get('x-plotline-meta') ?? '')).eql({
      page: 2,
      per_page: 100,
      total: 101,
      total_pages: 2,
    });
  });

  it('strips unknown fields of the body at every depth and fills in defaults', async () => {
    const { status, json } = await post('{"name":"a","role":"owner","parts":[{"amount":1,"x":1}]}');
    expect(status).equal(201);
    expect(json).eql({ name: 'a', kind: 'small', parts: [{ amount: 1 }] });
  });

  const strict = { prefer: 'respond-async, handling=strict' };

  it('refuses unknown fields and parameters when the caller prefers strict handling', async () => {
    const body = await post('{"name":"a","role":1,"parts":[{"amount":1,"x":1}]}', strict);
    expect(body.status).equal(422);
    expect(body.json.details.map((row: { field: string }) => row.field)).eql(['role', 'parts[0].x']);
    const query = await call('GET', '/v1/things?other=1', { headers: strict });
    expect([query.status, query.json.details[0].field]).eql([422, 'other']);
    expect((await post('{"name":"a"}', strict)).status).equal(201);
  });

  const faults: [string, string, string[]][] = [
    ['a missing field', '{}', ['name']],
    ['a wrong type', '{"name":1}', ['name']],
    ['a too long text', `{"name":"${'x'.repeat(21)}"}`, ['name']],
    ['an unknown enum value', '{"name":"a","kind":"huge"}', ['kind']],
    ['a bad e-mail address', '{"name":"a","email":"at"}', ['email']],
    [
      'several faults, one row each',
      '{"kind":"huge","parts":[{"amount":1},{},{"amount":-1}]}',
      ['name', 'kind', 'parts[1].amount', 'parts[2].amount'],
    ],
    ['a body that is no object', '[]', ['body']],
    ['a null for a field that cannot be cleared', '{"name":null}', ['name']],
  ];
  for (const [title, body, fields] of faults) {
    it(`names the field of ${title}`, async () => {
      const { status, json } = await post(body);
      expect([status, json.code]).eql([422, 'VALIDATION_ERROR']);
      expect(json.details.map((row: { field: string }) => row.field)).members(fields);
    });
  }

  const malformed: [string, Body, Record<string, string>][] = [
    ['malformed JSON', '{"name":', {}],
    ['another content type', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['an operator in the body', '{"name":{"$ne":null}}', {}],
    ['an operator deep in the body', '{"name":"a","parts":[{"amount":1,"$where":"1"}]}', {}],
    ['a prototype in the body', '{"name":"a","__proto__":{"x":1}}', {}],
    ['10,000 levels of nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, {}],
    ['a broken compression', 'not gzip', { 'content-encoding': 'gzip' }],
    ['an unknown compression', '{}', { 'content-encoding': 'zip' }],
  ];
  for (const [title, body, headers] of malformed) {
    it(`answers ${title} with 400`, async () => {
      const { status, json } = await post(body, headers);
      expect([status, json.code]).eql([400, 'BAD_REQUEST']);
    });
  }

  it('refuses a number that is none', async () => {
    const { status, json } = await call('GET', '/v1/things?min=1e999&page=1e999');
    expect([status, json.details.map((row: { field: string }) => row.field)]).eql([422, ['page', 'min']]);
  });

  it('answers an operator in the query with 400', async () => {
    const { status, json } = await call('GET', '/v1/things?kind[$ne]=small');
    expect([status, json.code]).eql([400, 'BAD_REQUEST']);
  });

  const big = JSON.stringify({ name: 'a', filler: 'x'.repeat(1_100_000) });
  for (const [title, body, headers] of [
    ['as it is', big, {}],
    ['after gzip', gzipSync(big), { 'content-encoding': 'gzip' }],
    ['after brotli', brotliCompressSync(big), { 'content-encoding': 'br' }],
  ] as const) {
    it(`answers a body over 1,048,576 bytes ${title} with 413`, async () => {
      const { status, json } = await post(typeof body === 'string' ? body : new Uint8Array(body), { ...headers });
      expect([status, json.code]).eql([413, 'PAYLOAD_TOO_LARGE']);
    });
  }

  it('takes a body just under the limit', async () => {
    expect((await post(JSON.stringify({ name: 'a', filler: 'x'.repeat(1_048_500) }))).status).equal(201);
  });

  it('answers refusals with their status, and what was not foreseen with a 500 that says nothing', async () => {
    expect((await call('GET', '/v1/things/none')).status).equal(404);
    expect((await call('GET', '/v1/things/taken')).json).eql({ code: 'CONFLICT', message: 'It is taken.' });
    const broken = await call('GET', '/v1/things/broken');
    expect([broken.status, broken.json.code]).eql([500, 'INTERNAL_ERROR']);
    expect(broken.text).not.contains('hunter2');
  });

  it('gives a single record a strong entity tag and answers 304 to who has it', async () => {
    const first = await call('GET', '/v1/things/a');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).match(/^"[\w-]+"$/);
    expect((await call('GET', '/v1/things/a', { headers: { 'if-none-match': tag } })).status).equal(304);
    expect((await call('GET', '/v1/things/b')).headers.get('etag')).not.equal(tag);
  });

  it('answers a delete with 204 and no body', async () => {
    const { status, text } = await call('DELETE', '/v1/things/a');
    expect([status, text]).eql([204, '']);
  });

  it('refuses a call without the signature of the gateway', async () => {
    for (const caller of ['', 'e30.AAAA', signCaller(testCaller(), 'another secret')]) {
      expect((await call('GET', '/v1/things/a', { caller })).status).equal(403);
    }
  });

  it('does not begin what nobody waits for any more', async () => {
    const late = signCaller(testCaller({ deadline: Date.now() - 1 }), secret);
    const { status, headers } = await call('GET', '/v1/things/a', { caller: late });
    expect([status, headers.get('retry-after')]).eql([503, '1']);
  });

  it('answers probes without a caller', async () => {
    for (const path of ['/health', '/ready', '/metrics']) expect((await fetch(base + path)).status).equal(200);
  });
});
