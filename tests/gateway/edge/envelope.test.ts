import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway envelope', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  before(async () => {
    key = gateway().verification.createKey(['admin']);
  });
  beforeEach(() => gateway().stub.reset());
  const get = (path = '/v1/leads/1') => sendRequest(`${gateway().live}${path}`, { key });

  it("contains the service's bytes unchanged", async () => {
    const odd = '{ "name":"J\\u00fcrgen \u00fc \ud83c\udfe1",\n"big":12345678901234567890 }';
    gateway().stub.answer = answerJson(201, odd, { etag: '"3"', location: '/v1/leads/1' });
    const reply = await get();
    expect(reply.status).to.equal(201);
    expect(reply.text).to.equal(`{"success":true,"data":${odd}}`);
    expect(reply.headers).to.include({ etag: '"3"', location: '/v1/leads/1', 'content-type': 'application/json' });
    expect(Number(reply.headers['content-length'])).to.equal(Buffer.byteLength(reply.text));
  });

  it('adds meta and links to a list', async () => {
    const meta = { page: 1, per_page: 2, total: 3, total_pages: 2 };
    gateway().stub.answer = answerJson(200, '[{"id":"a"},{"id":"b"}]', { 'x-plotline-meta': JSON.stringify(meta) });
    const reply = await get('/v1/leads?stage=new&per_page=2');
    expect(reply.json).to.deep.equal({
      success: true,
      data: [{ id: 'a' }, { id: 'b' }],
      meta,
      links: {
        self: '/v1/leads?stage=new&page=1&per_page=2',
        first: '/v1/leads?stage=new&page=1&per_page=2',
        prev: null,
        next: '/v1/leads?stage=new&page=2&per_page=2',
        last: '/v1/leads?stage=new&page=2&per_page=2',
      },
    });
    expect(reply.headers).to.not.have.property('x-plotline-meta');
  });

  it('adds only meta to a record that has meta', async () => {
    gateway().stub.answer = answerJson(201, '{"id":"a"}', { 'x-plotline-meta': '{"possible_duplicates":["lead_2"]}' });
    expect((await get()).text).to.equal('{"success":true,"data":{"id":"a"},"meta":{"possible_duplicates":["lead_2"]}}');
  });

  it('streams a large response of unknown length completely', async () => {
    const part = JSON.stringify('x'.repeat(60_000));
    gateway().stub.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      for (let index = 0; index < 50; index += 1) response.write(`${part},`);
      response.end(`${part}]`);
    };
    const reply = await get();
    expect(reply.json).to.have.property('data').with.length(51);
  });

  it('sends 204 and 304 responses without a body', async () => {
    gateway().stub.answer = (_request, response) => response.writeHead(204).end();
    const gone = await get();
    expect([gone.status, gone.text]).to.deep.equal([204, '']);
    gateway().stub.answer = (_request, response) => response.writeHead(304, { etag: '"3"' }).end();
    const same = await get();
    expect([same.status, same.text, same.headers.etag]).to.deep.equal([304, '', '"3"']);
  });

  it('answers HEAD like GET, without the body', async () => {
    const body = await get();
    const head = await sendRequest(`${gateway().live}/v1/leads/1`, { key, method: 'HEAD' });
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect(head.headers['content-length']).to.equal(body.headers['content-length']);
  });

  it('passes responses that are not JSON through without an envelope', async () => {
    gateway().stub.answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' }).end('id\n1\n');
    const reply = await get();
    expect(reply.text).to.equal('id\n1\n');
    expect(reply.headers['content-disposition']).to.equal('attachment');
  });

  it("wraps a service's problem in the error envelope, with its status and Retry-After", async () => {
    const problem = '{"code":"VALIDATION_ERROR","message":"x","details":[{"field":"units[3].price","message":"y"}]}';
    gateway().stub.answer = answerJson(422, problem);
    expect(await get()).to.include({ status: 422, text: `{"success":false,"error":${problem}}` });
    gateway().stub.answer = answerJson(503, '{"code":"SERVICE_UNAVAILABLE","message":"x"}', { 'retry-after': '7' });
    const away = await get();
    expect([away.status, away.headers['retry-after']]).to.deep.equal([503, '7']);
    gateway().stub.answer = answerJson(503, '{"code":"SERVICE_UNAVAILABLE","message":"x"}');
    expect((await get()).headers['retry-after']).to.match(/^\d+$/);
  });

  const broken: [string, () => void][] = [
    ['500', () => (gateway().stub.answer = answerJson(500, '{"code":"INTERNAL_ERROR","message":"at store.ts:12"}'))],
    ['502', () => (gateway().stub.answer = answerJson(502, '{"secret":1}'))],
    ['a redirect', () => (gateway().stub.answer = answerJson(302, '{}', { location: 'http://inside' }))],
    [
      'a problem that is not JSON',
      () => (gateway().stub.answer = (_request, response) => response.writeHead(400).end('no')),
    ],
    ['a success without a body', () => (gateway().stub.answer = answerJson(201, ''))],
  ];
  for (const [name, arrange] of broken) {
    it(`replaces a service's ${name} with a 500 that reveals nothing`, async () => {
      arrange();
      const reply = await get();
      expect(reply.status).to.equal(500);
      expect(reply.json).to.deep.equal({
        success: false,
        error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side.' },
      });
      expect(reply.headers).to.not.have.property('location');
    });
  }

  it('drops internal headers and others not meant for clients', async () => {
    gateway().stub.answer = answerJson(200, '{}', {
      'x-plotline-note': 'a',
      'x-powered-by': 'b',
      'set-cookie': 'c=d',
      server: 'e',
    });
    expect((await get()).headers).to.not.have.any.keys('x-plotline-note', 'x-powered-by', 'set-cookie', 'server');
  });
});
