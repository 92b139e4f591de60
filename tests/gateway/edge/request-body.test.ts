import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

const maxBodyBytes = 1_048_576;

describe('gateway request bodies', () => {
  const gateway = useFixture(startGatewayFixture);
  let key: string;
  before(async () => {
    key = gateway().verification.createKey(['admin']);
  });
  beforeEach(() => gateway().stub.reset());
  const post = (body: Buffer | string, headers: Record<string, string> = {}) =>
    sendRequest(`${gateway().live}/v1/leads`, { key, method: 'POST', body, headers });

  for (const size of [1, 65_536, 65_537, maxBodyBytes]) {
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const how = 'transfer-encoding' in headers ? 'in chunks' : 'with a length';
      it(`forwards a body of ${size} bytes, ${how}`, async () => {
        const body = Buffer.alloc(size, 'a');
        expect((await post(body, headers)).status).to.equal(200);
        expect(gateway().stub.last.body.length).to.equal(size);
      });
    }
  }

  for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
    const how = 'transfer-encoding' in headers ? 'in chunks' : 'with a length';
    it(`refuses a body one byte over the limit with a 413 that the client receives, ${how}`, async () => {
      const reply = await post(Buffer.alloc(maxBodyBytes + 1), headers);
      expect(reply.status).to.equal(413);
      expect(reply.json).to.have.nested.property('error.code', 'PAYLOAD_TOO_LARGE');
      expect(gateway().stub.received).to.deep.equal([]);
    });
  }

  it('drains a body after a 413, so that the client receives it and keeps its connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (method: string, body: Buffer | undefined) => {
      const headers = { authorization: `Bearer ${key}`, 'content-length': String(body?.length ?? 0) };
      const outgoing = request(`${gateway().live}/v1/leads`, { agent, method, headers });
      const sent = once(outgoing, 'finish');
      const [response] = await once(outgoing.end(body), 'response');
      await sent;
      await once(response.resume(), 'end');
      return { status: response.statusCode, isReused: outgoing.reusedSocket };
    };
    expect(await send('POST', Buffer.alloc(6 * maxBodyBytes))).to.deep.equal({ status: 413, isReused: false });
    expect(await send('GET', undefined)).to.deep.equal({ status: 200, isReused: true });
    agent.destroy();
  });

  it('forwards an encoded body with its encoding', async () => {
    const body = gzipSync('{"name":"a"}');
    await post(body, { 'content-encoding': 'gzip', 'content-type': 'application/json' });
    expect(gateway().stub.last.headers).to.include({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'content-type': 'application/json',
    });
  });

  it('answers 503 instead of closing the connection when the service disconnects while a large body arrives', async () => {
    gateway().stub.answerEarly = (incoming) => incoming.socket.destroy();
    expect((await post(Buffer.alloc(maxBodyBytes))).status).to.equal(503);
  });

  it('answers 400 when a body has not arrived by the deadline, without a request to the service', async () => {
    const send = async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-length': '100' };
      const outgoing = request(`${gateway().live}/v1/leads`, { method: 'POST', headers });
      outgoing.on('error', () => undefined);
      outgoing.write('{');
      const [response] = await once(outgoing, 'response');
      outgoing.destroy();
      return response.statusCode;
    };
    expect(await gateway().withBudget(1_000, send)).to.equal(400);
    expect(gateway().stub.received).to.deep.equal([]);
  });
});
