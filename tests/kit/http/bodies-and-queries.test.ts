import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { type Body, serveThings, type ThingServer } from './thing-server.js';

describe('createServiceServer on an invalid request', () => {
  const things = useFixture(serveThings);

  const call = (...question: Parameters<ThingServer['call']>) => things().call(...question);
  const post = (body: Body, headers: Record<string, string> = {}) => call('POST', '/v1/things', { body, headers });

  it('adds the errors that the handler finds in the valid fields of a body', async () => {
    const { status, json } = await post('{"name":"a","kind":"huge","parts":[{}],"email":"nobody@example.com"}');
    expect(status).to.equal(422);
    expect(json.details.map((row: { field: string }) => row.field)).to.have.members([
      'kind',
      'parts[0].amount',
      'email',
    ]);
    const unsound = await post('{"name":"a","parts":[{"note":"nobody@"}]}');
    expect(unsound.json.details.map((row: { field: string }) => row.field)).to.deep.equal(['parts[0].amount']);
  });

  for (const text of ['"a\\ud800"', '"a\\u0000"']) {
    it(`refuses the text ${text} because it can't be stored unchanged, and reports the field`, async () => {
      const { status, json } = await post(`{"name":${text},"parts":[{"amount":-1},{"amount":1,"note":${text}}]}`);
      const fields = json.details.map((row: { field: string }) => row.field);
      expect([status, fields.sort()]).to.deep.equal([422, ['name', 'parts[0].amount', 'parts[1].note']]);
    });
  }

  it('refuses bytes that are not UTF-8', async () => {
    const { status, json } = await post(Buffer.from([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]));
    expect([status, json.code]).to.deep.equal([400, 'BAD_REQUEST']);
  });

  const faults: [string, string, string[]][] = [
    ['a missing field', '{}', ['name']],
    ['a wrong type', '{"name":1}', ['name']],
    ['a too long text', `{"name":"${'x'.repeat(21)}"}`, ['name']],
    ['an unknown enum value', '{"name":"a","kind":"huge"}', ['kind']],
    ['a bad e-mail address', '{"name":"a","email":"at"}', ['email']],
    [
      'several errors, one row each',
      '{"kind":"huge","parts":[{"amount":1},{},{"amount":-1}]}',
      ['name', 'kind', 'parts[1].amount', 'parts[2].amount'],
    ],
    ['a body that is not an object', '[]', ['body']],
    ['a null for a field that cannot be cleared', '{"name":null}', ['name']],
  ];
  for (const [title, body, fields] of faults) {
    it(`reports the invalid field in ${title}`, async () => {
      const { status, json } = await post(body);
      expect([status, json.code]).to.deep.equal([422, 'VALIDATION_ERROR']);
      expect(json.details.map((row: { field: string }) => row.field)).to.have.members(fields);
    });
  }

  const malformed: [string, Body, Record<string, string>][] = [
    ['malformed JSON', '{"name":', {}],
    ['another content type', 'name=a', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a repeated name', '{"name":"a","name":"b"}', {}],
    ['a repeated name deep in the body', '{"name":"a","parts":[{"amount":1,"amount":2}]}', {}],
    ['an operator in the body', '{"name":{"$ne":null}}', {}],
    ['an operator deep in the body', '{"name":"a","parts":[{"amount":1,"$where":"1"}]}', {}],
    ['a prototype in the body', '{"name":"a","__proto__":{"x":1}}', {}],
    ['10,000 levels of nesting', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, {}],
    ['a broken compression', 'not gzip', { 'content-encoding': 'gzip' }],
    ['an unknown compression', '{}', { 'content-encoding': 'zip' }],
    ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }],
    ['Latin-1', '{"name":"a"}', { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['an unknown charset', '{"name":"a"}', { 'content-type': 'application/json; charset=klingon' }],
  ];
  for (const [title, body, headers] of malformed) {
    it(`answers 400 to ${title}`, async () => {
      const { status, json } = await post(body, headers);
      expect([status, json.code]).to.deep.equal([400, 'BAD_REQUEST']);
    });
  }

  it('answers 400 to a body if the operation has none', async () => {
    const { status, json } = await call('DELETE', '/v1/things/thing_1', { body: '{}' });
    expect([status, json.code]).to.deep.equal([400, 'BAD_REQUEST']);
  });

  it('refuses numbers that the contract does not allow, such as 0x10', async () => {
    const { status, json } = await call('GET', '/v1/things?min=1e999&page=1e999');
    expect([status, json.details.map((row: { field: string }) => row.field)]).to.deep.equal([422, ['page', 'min']]);
  });

  it('answers 400 to an operator in the query', async () => {
    const { status, json } = await call('GET', '/v1/things?kind[$ne]=small');
    expect([status, json.code]).to.deep.equal([400, 'BAD_REQUEST']);
  });

  const big = JSON.stringify({ name: 'a', filler: 'x'.repeat(1_100_000) });
  for (const [title, body, headers] of [
    ['as it is', big, {}],
    ['after gzip', gzipSync(big), { 'content-encoding': 'gzip' }],
    ['after brotli', brotliCompressSync(big), { 'content-encoding': 'br' }],
  ] as const) {
    it(`answers 413 to a body over 1,048,576 bytes ${title}`, async () => {
      const { status, json } = await post(typeof body === 'string' ? body : new Uint8Array(body), { ...headers });
      expect([status, json.code]).to.deep.equal([413, 'PAYLOAD_TOO_LARGE']);
    });
  }

  it('accepts a body just under the limit', async () => {
    expect((await post(JSON.stringify({ name: 'a', filler: 'x'.repeat(1_048_500) }))).status).to.equal(201);
  });
});
