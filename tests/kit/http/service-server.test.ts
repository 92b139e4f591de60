import { noContent } from '@plotline/kit/core/answer';
import { type Actor, signCall, signCaller } from '@plotline/kit/core/caller';
import { assertIfMatch } from '@plotline/kit/http/etag';
import { expect } from 'chai';
import { callerKeysOf } from '../../support/caller-keys.js';
import { callerKeys, testCaller } from '../../support/test-runtime.js';
import { useFixture } from '../../support/use-fixture.js';
import { type Body, handlers, serveThings, startThings, type ThingServer } from './thing-server.js';

describe('createServiceServer', () => {
  const things = useFixture(serveThings);

  const call = (...question: Parameters<ThingServer['call']>) => things().call(...question);
  const post = (body: Body, headers: Record<string, string> = {}) => call('POST', '/v1/things', { body, headers });

  it('refuses a contract with an operation that has no handler, and a handler without an operation', () => {
    const { deleteThing, ...less } = handlers;
    expect(() => startThings(less)).to.throw('deleteThing has no handler');
    expect(() => startThings({ ...handlers, extraThing: async () => noContent() })).to.throw('extraThing');
    expect(deleteThing).to.be.a('function');
  });

  it("returns bare records, with a list's paging in a header", async () => {
    const { status, json, headers } = await call(
      'GET',
      '/v1/things?page=2&per_page=500&kind=small,large&min=1.5&other=1',
    );
    expect(status).to.equal(200);
    expect(json[0].query).to.deep.equal({ page: 2, per_page: 500, kind: ['small', 'large'], min: 1.5 });
    expect(JSON.parse(headers.get('x-plotline-meta') ?? '')).to.deep.equal({
      page: 2,
      per_page: 100,
      total: 101,
      total_pages: 2,
      ignored_parameters: ['other'],
    });
  });

  it('reports ignored parameters of a list in its meta, and other ignored parameters in a header', async () => {
    const list = await call('GET', `/v1/things?stauts=new&${encodeURIComponent('größe')}=1&page=1`);
    expect(JSON.parse(list.headers.get('x-plotline-meta') ?? '')).to.deep.include({
      ignored_parameters: ['stauts', 'größe'],
    });
    expect(list.headers.get('x-ignored-parameters')).to.equal(null);
    const single = await call('GET', `/v1/things/one?expnad=a&${encodeURIComponent('größe')}=1`);
    expect(single.headers.get('x-ignored-parameters')).to.equal('expnad, gr%C3%B6%C3%9Fe');
    expect((await call('GET', '/v1/things/one')).headers.get('x-ignored-parameters')).to.equal(null);
    const many = Array.from({ length: 1_000 }, (_none, index) => `p${index}=`).join('&');
    const { ignored_parameters: first } = JSON.parse(
      (await call('GET', `/v1/things?${many}`)).headers.get('x-plotline-meta') ?? '',
    );
    expect(first).to.have.length(20);
  });

  it('removes unknown fields of the body at every depth, and fills in defaults', async () => {
    const { status, json } = await post('{"name":"a","role":"owner","parts":[{"amount":1,"x":1}]}');
    expect(status).to.equal(201);
    expect(json).to.deep.equal({ id: 'thing_1', name: 'a', kind: 'small', parts: [{ amount: 1 }] });
  });

  const strict = { prefer: 'respond-async, handling=strict' };

  it('refuses unknown fields and parameters when the caller prefers strict handling', async () => {
    const body = await post('{"name":"a","role":1,"parts":[{"amount":1,"x":1}]}', strict);
    expect(body.status).to.equal(422);
    expect(body.json.details.map((row: { field: string }) => row.field)).to.deep.equal(['role', 'parts[0].x']);
    const query = await call('GET', '/v1/things?other=1', { headers: strict });
    expect([query.status, query.json.details[0].field]).to.deep.equal([422, 'other']);
    const accepted = await post('{"name":"a"}', strict);
    expect([accepted.status, accepted.headers.get('preference-applied')]).to.deep.equal([201, 'handling=strict']);
  });

  it('returns refusals with their status, and unexpected errors as a 500 without details', async () => {
    expect((await call('GET', '/v1/things/none')).status).to.equal(404);
    expect((await call('GET', '/v1/things/taken')).json).to.deep.equal({ code: 'CONFLICT', message: 'It is taken.' });
    const broken = await call('GET', '/v1/things/broken');
    expect([broken.status, broken.json.code]).to.deep.equal([500, 'INTERNAL_ERROR']);
    expect(broken.text).to.not.include('hunter2');
  });

  it('gives a single record a strong ETag, and answers 304 to a client that has the record', async () => {
    const first = await call('GET', '/v1/things/a');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).to.match(/^"[\w-]+"$/);
    expect((await call('GET', '/v1/things/a', { headers: { 'if-none-match': tag } })).status).to.equal(304);
    expect((await call('GET', '/v1/things/b')).headers.get('etag')).to.not.equal(tag);
  });

  it("derives a record's ETag from its version, even after a write", async () => {
    const tag = (await post('{"name":"a"}')).headers.get('etag') ?? '';
    expect(tag).to.match(/^"1-[\w-]{8}\.[\w-]{18}"$/);
    const header = () => tag;
    expect(() => assertIfMatch(header, { id: 'thing_1', version: 1 })).to.not.throw();
    expect(() => assertIfMatch(header, { id: 'thing_2', version: 1 })).to.throw('has changed');
  });

  it('answers 204 without a body to a delete', async () => {
    const { status, text } = await call('DELETE', '/v1/things/a');
    expect([status, text]).to.deep.equal([204, '']);
  });

  it('refuses people without a role that the operation allows, and allows keys and the system by their scopes', async () => {
    const statusFor = async (method: string, actor: Partial<Actor>) => {
      const path = '/v1/things/a';
      const caller = testCaller('ws_test', 'live', { actor: { type: 'user', id: 'user_1', name: 'Ada', ...actor } });
      const signed = signCaller(caller, { service: 'things', method, path }, callerKeys);
      return (await call(method, path, { caller: signed })).status;
    };
    expect(await statusFor('GET', { role: 'viewer' })).to.equal(200);
    expect(await statusFor('DELETE', { role: 'viewer' })).to.equal(403);
    expect(await statusFor('DELETE', { role: 'owner' })).to.equal(204);
    expect(await statusFor('GET', {})).to.equal(403);
    for (const type of ['key', 'system'] as const) expect(await statusFor('DELETE', { type })).to.equal(204);
  });

  it('refuses a call that was not signed for its target', async () => {
    const target = { service: 'things', method: 'GET', path: '/v1/things/a' };
    const sign = (change: Partial<typeof target>) => signCaller(testCaller(), { ...target, ...change }, callerKeys);
    expect((await call('GET', '/v1/things/a', { caller: sign({}) })).status).to.equal(200);
    for (const caller of [
      '',
      'e30.AAAA',
      signCaller(testCaller(), target, callerKeysOf('stranger')),
      signCaller(testCaller(), target, callerKeysOf('webhook')),
      signCall(Date.now() + 5_000, target, callerKeys),
      sign({ service: 'pipeline' }),
      sign({ method: 'DELETE' }),
      sign({ path: '/v1/things/b' }),
      sign({ path: '/v1/things/a?fields=id' }),
    ]) {
      expect((await call('GET', '/v1/things/a', { caller })).status, caller).to.equal(403);
    }
  });

  it("refuses a caller that lacks the operation's scopes", async () => {
    const target = { service: 'things', method: 'DELETE', path: '/v1/things/a' };
    const caller = signCaller(testCaller('ws_test', 'live', { scopes: ['write:things'] }), target, callerKeys);
    const { status, json } = await call('DELETE', '/v1/things/a', { caller });
    expect([status, json.code]).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('refuses a call past its deadline', async () => {
    const target = { service: 'things', method: 'GET', path: '/v1/things/a' };
    const late = signCaller(testCaller('ws_test', 'live', { deadline: Date.now() - 1 }), target, callerKeys);
    const { status, headers } = await call('GET', '/v1/things/a', { caller: late });
    expect([status, headers.get('retry-after')]).to.deep.equal([503, '1']);
  });

  it('answers probes without a caller', async () => {
    for (const path of ['/health', '/ready', '/metrics'])
      expect((await fetch(things().base + path)).status).to.equal(200);
  });
});
