import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway access log and metrics', () => {
  let lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString('utf8'));
      done();
    },
  });
  const gateway = useFixture(() => startGatewayFixture({ log: pino({ level: 'info' }, sink) }));
  beforeEach(() => {
    lines = [];
    gateway().stub.reset();
  });

  it('writes one line per request, with its operation but without its credential or query', async () => {
    const key = gateway().verification.createKey(['admin']);
    await sendRequest(`${gateway().live}/v1/leads/lead_1?search=amira%40example.com`, {
      key,
      headers: { 'x-request-id': 'mine', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-00` },
    });
    await eventually(() => expect(lines).to.have.length(1));
    expect(JSON.parse(lines[0] ?? '')).to.include({
      request_id: 'mine',
      trace_id: 'a'.repeat(32),
      workspace_id: 'ws_1',
      mode: 'live',
      method: 'GET',
      route: 'readLead',
      status: 200,
      address: '127.0.0.1',
      actor_type: 'key',
    });
    const line = JSON.parse(lines[0] ?? '');
    expect(line.credential_id).to.be.a('string').and.equal(line.actor_id);
    expect(line).to.not.have.property('path');
    expect(lines[0]).to.not.include(key).and.not.to.contain('amira');
  });

  it('writes one line per refused request, without a token from its path', async () => {
    const key = gateway().verification.createKey([]);
    await sendRequest(`${gateway().live}/v1/leads`, { headers: { authorization: 'Bearer pl_live_wrong' } });
    await sendRequest(`${gateway().live}/v1/leads`, { key });
    await sendRequest(`${gateway().live}/v1/none`, { key });
    await sendRequest(`${gateway().live}/v1/hooks/hook_live_secret-1/x`, { key });
    await eventually(() => expect(lines).to.have.length(4));
    const logged = lines.map((line) => JSON.parse(line));
    expect(logged.map(({ status, route, path }) => [status, route, path])).to.deep.equal([
      [401, 'unmatched', '/v1/leads'],
      [403, 'listLeads', undefined],
      [404, 'unmatched', '/v1/none'],
      [404, 'unmatched', '/v1/hooks/hook_live_…/x'],
    ]);
    expect(logged.map(({ actor_type }) => actor_type)).to.deep.equal([undefined, 'key', 'key', 'key']);
    expect(lines.join('')).to.not.include('pl_live_');
  });

  it('counts requests in flight, except requests for metrics', async () => {
    const countInFlight = async () => {
      const { text } = await sendRequest(`${gateway().private}/metrics`);
      return Number(/^plotline_http_requests_in_flight\{.*\} (\d+)$/m.exec(text)?.[1]);
    };
    const key = gateway().verification.createKey(['admin']);
    const waiting: ServerResponse[] = [];
    gateway().stub.answer = (_request, response) => void waiting.push(response);
    const replies = [1, 2].map((id) => sendRequest(`${gateway().live}/v1/leads/${id}`, { key }));
    await eventually(() => expect(waiting).to.have.length(2));
    expect(await countInFlight()).to.equal(2);
    for (const response of waiting) response.end('{}');
    await Promise.all(replies);
    await eventually(async () => expect(await countInFlight()).to.equal(0));
  });

  it('logs why a service could not respond, and hides the reason from the client', async () => {
    gateway().stub.answer = (incoming) => incoming.socket.destroy();
    const reply = await sendRequest(`${gateway().live}/v1/leads`, {
      key: gateway().verification.createKey(['admin']),
      method: 'POST',
    });
    await eventually(() => expect(lines).to.have.length(1));
    expect(JSON.parse(lines[0] ?? '')).to.have.nested.property('err.code', 'UND_ERR_SOCKET');
    expect(reply.text).to.not.include('UND_ERR').and.not.to.contain('127.0.0.1');
  });

  it('measures by operation, and serves metrics and probes only on the private port', async () => {
    await sendRequest(`${gateway().live}/v1/leads/lead_1`, { key: gateway().verification.createKey(['admin']) });
    await eventually(async () => {
      const { text } = await sendRequest(`${gateway().private}/metrics`);
      expect(text).to.match(/plotline_http_request_duration_seconds_count\{[^}]*route="readLead",status="200"\} \d+/);
    });
    expect((await sendRequest(`${gateway().private}/health`)).status).to.equal(200);
    expect((await sendRequest(`${gateway().private}/ready`)).status).to.equal(200);
    for (const path of ['/health', '/ready', '/metrics']) {
      expect((await sendRequest(`${gateway().auth}${path}`)).status).to.equal(404);
      expect((await sendRequest(`${gateway().live}${path}`)).status).to.equal(401);
    }
  });
});
