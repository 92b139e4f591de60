import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRawRequest, sendRequest } from '../support/http-client.js';
import { answerJson } from '../support/stub-service.js';

describe('gateway routing', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  before(async () => {
    key = gateway().verification.createKey(['admin']);
  });
  beforeEach(() => gateway().stub.reset());

  it('answers an unknown path exactly like an unknown record', async () => {
    gateway().stub.answer = answerJson(404, '{"code":"NOT_FOUND","message":"No such resource."}');
    const record = await sendRequest(`${gateway().live}/v1/leads/none`, { key });
    const path = await sendRequest(`${gateway().live}/v1/none`, { key });
    expect(path.status).to.equal(404);
    expect(path.text).to.equal(record.text);
    const fixed = ({ headers }: typeof path) =>
      Object.entries(headers).filter(([name]) => !/^(x-request-id|date|x-ratelimit-\w+)$/.test(name));
    expect(fixed(path)).to.deep.equal(fixed(record));
  });

  const unknownPaths = [
    '/v1',
    '/v1/',
    '/v1/leads/',
    '/V1/leads',
    '/v1/leads/1/none',
    '/v2/leads',
    '/v1/leads%zz',
    '/v1//leads',
  ];
  for (const path of unknownPaths) {
    it(`answers 404 to the unknown path ${path}`, async () => {
      expect((await sendRequest(`${gateway().live}${path}`, { key })).status).to.equal(404);
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  const methods: [string, string, string][] = [
    ['PATCH', '/v1/leads', 'GET, HEAD, POST'],
    ['OPTIONS', '/v1/leads/1', 'GET, HEAD, PUT, DELETE'],
    ['TRACE', '/v1/leads/1', 'GET, HEAD, PUT, DELETE'],
    ['PROPFIND', '/v1/leads', 'GET, HEAD, POST'],
    ['DELETE', '/v1/units/1', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of methods) {
    it(`answers 405 to ${method} ${path} and lists the allowed methods in Allow`, async () => {
      const reply = await sendRequest(`${gateway().live}${path}`, { method, key });
      expect(reply.status).to.equal(405);
      expect(reply.headers.allow).to.equal(allow);
      expect(reply.json).to.have.nested.property('error.code', 'METHOD_NOT_ALLOWED');
    });
  }

  it('forwards an external id as written, at any length', async () => {
    const path = `/v1/agents/external/${encodeURIComponent('界/ '.repeat(85))}`;
    expect((await sendRequest(`${gateway().live}${path}`, { key })).status).to.equal(200);
    expect(gateway().stub.last.url).to.equal(path);
  });

  it('prefers a path with a literal segment to a path with a parameter', async () => {
    const agentsKey = gateway().verification.createKey(['read:agents']);
    const ask = (path: string) => sendRequest(`${gateway().live}${path}`, { key: agentsKey });
    expect((await ask('/v1/agents/external/leads')).status).to.equal(200);
    expect((await ask('/v1/agents/1/leads')).status).to.equal(403);
  });

  it('forwards the path and the query as written', async () => {
    await sendRequest(`${gateway().live}/v1/leads/lead_1?expand=agent,properties&search=%C3%A9&a=1&a=2`, { key });
    expect(gateway().stub.last.url).to.equal('/v1/leads/lead_1?expand=agent,properties&search=%C3%A9&a=1&a=2');
  });

  it('forwards an encoded path to the operation whose scopes were checked', async () => {
    await sendRequest(`${gateway().live}/v1/leads/b%75lk`, { key, method: 'POST' });
    expect(gateway().stub.last.url).to.equal('/v1/leads/bulk');
    await sendRequest(`${gateway().live}/v1/leads/a%2Fb%20c`, { key });
    expect(gateway().stub.last.url).to.equal('/v1/leads/a%2Fb%20c');
  });

  it('routes an absolute-form request target by its path', async () => {
    const raw = await sendRawRequest(
      gateway().live,
      `GET http://other.example/v1/leads/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
    );
    expect(raw).to.match(/^HTTP\/1\.1 200 /);
    expect(gateway().stub.last.url).to.equal('/v1/leads/1');
  });
});
