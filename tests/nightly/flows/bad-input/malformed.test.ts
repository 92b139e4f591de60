import { gzipSync } from 'node:zlib';
import type { ApiAnswer } from '../../../support/api-client.js';
import { type ApiRequest, requestFor } from '../../../support/contract/request.js';
import type { ServedOperation } from '../../../support/contract/served-contract.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startContractFixture } from '../contract-fixture.js';
import { expectAllRefused, findFault } from './refusals.js';

interface Malformed {
  readonly name: string;
  readonly body: (valid: ApiRequest['body']) => string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status: number;
  readonly code: string;
}

const json = { 'content-type': 'application/json' };
const paddingBytes = 1_153_434;

function toPadded(valid: ApiRequest['body']): string {
  return JSON.stringify({ ...valid, no_such_field: 'x'.repeat(paddingBytes) });
}

function compress(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(text));
}

const badRequest = { status: 400, code: 'BAD_REQUEST' };
const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE' };
const invalid = { status: 422, code: 'VALIDATION_ERROR' };

const table: readonly Malformed[] = [
  { name: 'JSON that ends too early', body: (valid) => JSON.stringify(valid).slice(0, -1), ...badRequest },
  { name: 'a body that is not JSON', body: () => 'name=x', ...badRequest },
  {
    name: 'a form',
    body: () => 'name=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...badRequest,
  },
  {
    name: 'JSON with the type text/plain',
    body: (valid) => JSON.stringify(valid),
    headers: { 'content-type': 'text/plain' },
    ...badRequest,
  },
  { name: 'a MongoDB operator as a name', body: (valid) => JSON.stringify({ ...valid, $where: '1' }), ...badRequest },
  {
    name: 'a MongoDB operator as a value',
    body: (valid) => JSON.stringify({ ...valid, name: { $ne: null } }),
    ...badRequest,
  },
  {
    name: 'a MongoDB operator in an array',
    body: (valid) => JSON.stringify({ ...valid, tags: [{ $gt: '' }] }),
    ...badRequest,
  },
  {
    name: '__proto__',
    body: (valid) => JSON.stringify(valid).replace('{', '{"__proto__":{"admin":true},'),
    ...badRequest,
  },
  { name: '10,000 nested arrays', body: () => `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, ...badRequest },
  { name: '10,000 nested objects', body: () => `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`, ...badRequest },
  { name: '1.1 MB', body: toPadded, ...tooLarge },
  {
    name: '1.1 MB after decompression',
    body: (valid) => compress(toPadded(valid)),
    headers: { 'content-encoding': 'gzip' },
    ...tooLarge,
  },
  {
    name: 'invalid gzip',
    body: (valid) => JSON.stringify(valid),
    headers: { 'content-encoding': 'gzip' },
    ...badRequest,
  },
  { name: 'an array', body: () => '[]', ...invalid },
  { name: 'a string', body: () => '"text"', ...invalid },
  { name: 'null', body: () => 'null', ...invalid },
];

describe('a request body that is not a JSON object', () => {
  const fixture = useFixture(startContractFixture);

  async function attempt(operation: ServedOperation, { name, body, headers, status, code }: Malformed) {
    const valid = requestFor(operation, fixture().own);
    const answer: ApiAnswer = await fixture().api.call(valid.method, valid.path, {
      body: body(valid.body ?? {}),
      headers: { ...json, ...headers },
    });
    return findFault(`${operation.name}: ${name}`, answer, status, code);
  }

  for (const malformed of table) {
    it(`is refused with ${malformed.status} by every operation: ${malformed.name}`, async () => {
      const withBody = fixture().operations.filter(({ body }) => body !== undefined);
      await expectAllRefused(fixture(), withBody, (operation) => attempt(operation, malformed));
    });
  }

  it('is refused with 422 by every operation with an array: half a million invalid items', async () => {
    const readArrayNames = (operation: ServedOperation) =>
      Object.entries(requestFor(operation, fixture().own).body ?? {}).flatMap(([name, value]) =>
        Array.isArray(value) ? name : [],
      );
    const withBody = fixture().operations.filter((operation) => readArrayNames(operation).length > 0);
    await expectAllRefused(fixture(), withBody, async (operation) => {
      const [array = ''] = readArrayNames(operation);
      const body = (valid: ApiRequest['body']) => JSON.stringify({ ...valid, [array]: new Array(500_000).fill(1) });
      return attempt(operation, { name: `half a million ${array}`, body, ...invalid });
    });
  });

  it('is accepted when it is valid and compressed with gzip', async () => {
    const lead = { name: 'Zip', email: 'zip@example.com' };
    const answer = await fixture().api.call('POST', '/v1/leads', {
      body: compress(JSON.stringify(lead)),
      headers: { ...json, 'content-encoding': 'gzip' },
    });
    if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  });
});
