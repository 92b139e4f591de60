import { gzipSync } from 'node:zlib';
import type { ApiAnswer } from '../../support/api-client.js';
import { type ApiRequest, requestFor } from '../../support/contract/request.js';
import type { ServedOperation } from '../../support/contract/served-contract.js';
import { assertAllRefused, type Ground, newGround, unless } from './ground.js';

interface Malformed {
  readonly what: string;
  readonly body: (right: ApiRequest['body']) => string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}

const json = { 'content-type': 'application/json' };
const overLimit = 1_153_434;

function padded(right: ApiRequest['body']): string {
  return JSON.stringify({ ...right, no_such_field: 'x'.repeat(overLimit) });
}

function gzipped(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text));
}

const bad = { status: 400, code: 'BAD_REQUEST' };
const large = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
const invalid = { status: 422, code: 'VALIDATION_ERROR' };

const table: readonly Malformed[] = [
  { what: 'JSON that ends too early', body: (right) => JSON.stringify(right).slice(0, -1), ...bad },
  { what: 'no JSON', body: () => 'name=x', ...bad },
  { what: 'a form', body: () => 'name=x', headers: { 'content-type': 'application/x-www-form-urlencoded' }, ...bad },
  {
    what: 'JSON called text',
    body: (right) => JSON.stringify(right),
    headers: { 'content-type': 'text/plain' },
    ...bad,
  },
  { what: 'an operator', body: (right) => JSON.stringify({ ...right, $where: '1' }), ...bad },
  { what: 'an operator as a value', body: (right) => JSON.stringify({ ...right, name: { $ne: null } }), ...bad },
  { what: 'an operator in a list', body: (right) => JSON.stringify({ ...right, tags: [{ $gt: '' }] }), ...bad },
  { what: 'a prototype', body: (right) => JSON.stringify(right).replace('{', '{"__proto__":{"admin":true},'), ...bad },
  { what: '10,000 lists in each other', body: () => `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, ...bad },
  { what: '10,000 objects in each other', body: () => `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`, ...bad },
  { what: '1.1 MB', body: padded, ...large },
  {
    what: '1.1 MB once inflated',
    body: (right) => gzipped(padded(right)),
    headers: { 'content-encoding': 'gzip' },
    ...large,
  },
  {
    what: 'gzip that is none',
    body: (right) => JSON.stringify(right),
    headers: { 'content-encoding': 'gzip' },
    ...bad,
  },
  { what: 'a list', body: () => '[]', ...invalid },
  { what: 'a text', body: () => '"text"', ...invalid },
  { what: 'null', body: () => 'null', ...invalid },
];

describe('a body that is no right JSON object', function () {
  this.timeout(180_000);
  let ground: Ground;

  before(async () => {
    ground = await newGround();
  });

  after(() => ground.close());

  async function attempt(operation: ServedOperation, { what, body, headers, status, code }: Malformed) {
    const right = requestFor(operation, ground.own);
    const answer: ApiAnswer = await ground.api.call(right.method, right.path, {
      body: body(right.body ?? {}),
      headers: { ...json, ...headers },
    });
    return unless(`${operation.name}: ${what}`, answer, status, code);
  }

  for (const malformed of table) {
    it(`is ${malformed.status} everywhere: ${malformed.what}`, async () => {
      const takers = ground.operations.filter(({ body }) => body !== undefined);
      await assertAllRefused(ground, takers, (operation) => attempt(operation, malformed));
    });
  }

  it('is 422 wherever it has a list: half a million entries that are no right ones', async () => {
    const listsOf = (operation: ServedOperation) =>
      Object.entries(requestFor(operation, ground.own).body ?? {}).flatMap(([name, value]) =>
        Array.isArray(value) ? name : [],
      );
    const takers = ground.operations.filter((operation) => listsOf(operation).length > 0);
    await assertAllRefused(ground, takers, async (operation) => {
      const [list = ''] = listsOf(operation);
      const body = (right: ApiRequest['body']) => JSON.stringify({ ...right, [list]: new Array(500_000).fill(1) });
      return attempt(operation, { what: `half a million ${list}`, body, ...invalid });
    });
  });

  it('is taken when it is right and gzipped', async () => {
    const lead = { name: 'Zip', email: 'zip@example.com' };
    const answer = await ground.api.call('POST', '/v1/leads', {
      body: gzipped(JSON.stringify(lead)),
      headers: { ...json, 'content-encoding': 'gzip' },
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  });
});
