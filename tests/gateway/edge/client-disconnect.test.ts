import { request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { readMetric } from '../../support/read-metric.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

/** Well before the deadline of ten seconds, because the deadline would also end the request. */
const timeoutMs = 5_000;

describe('gateway when a client disconnects', () => {
  const gateway = useFixture(startGatewayFixture);
  let authorization: string;
  before(async () => {
    authorization = `Bearer ${gateway().verification.createKey(['admin'])}`;
  });
  beforeEach(() => gateway().stub.reset());

  it('aborts its request to the service', async () => {
    let isAborted = false;
    const outgoing = request(`${gateway().live}/v1/leads/1`, { headers: { authorization } });
    gateway().stub.answer = (_request, response) => {
      response.once('close', () => {
        isAborted = true;
      });
      outgoing.destroy();
    };
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventually(() => expect(isAborted).to.equal(true), timeoutMs);
  });

  it('calls no service when the client disconnects in the middle of the body, and frees the memory', async () => {
    const { bodies } = gateway().context;
    const headers = { authorization, 'content-length': '1000000' };
    const outgoing = request(`${gateway().live}/v1/leads`, { method: 'POST', headers });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(100_000));
    await eventually(() => expect(bodies.inUse).to.be.at.least(100_000), timeoutMs);
    outgoing.destroy();
    await eventually(() => expect(bodies.inUse).to.equal(0), timeoutMs);
    expect(gateway().stub.received).to.deep.equal([]);
  });

  it('aborts its request to the authorization server', async () => {
    let isAborted = false;
    const outgoing = request(`${gateway().auth}/auth/login`);
    gateway().stub.answer = (_request, response) => {
      response.once('close', () => {
        isAborted = true;
      });
      outgoing.destroy();
    };
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventually(() => expect(isAborted).to.equal(true), timeoutMs);
  });
});

describe('gateway when clients leave early', () => {
  const gateway = useFixture(() => startGatewayFixture({}, { LIMITS_FACTOR: '1' }));
  /** The plan's maximum number of requests in flight per workspace. */
  const maxInFlight = 10;
  const countInFlight = () => readMetric(gateway().context.metrics.registry, 'plotline_http_requests_in_flight');
  let key: string;
  beforeEach(() => {
    key = gateway().verification.createKey(['admin'], { plan: 'starter' });
    gateway().stub.reset();
  });
  afterEach(() => {
    gateway().verification.beforeAnswer = async () => undefined;
  });

  it('does not count clients as in flight if they leave while their credential is checked', async () => {
    const answers: (() => void)[] = [];
    gateway().verification.beforeAnswer = () => new Promise((resolve) => answers.push(resolve));
    const headers = { authorization: `Bearer ${key}` };
    const leaving = Array.from({ length: maxInFlight }, () => request(`${gateway().live}/v1/leads/1`, { headers }));
    for (const outgoing of leaving) outgoing.on('error', () => undefined).end();
    await eventually(async () => expect(await countInFlight()).to.equal(maxInFlight));
    for (const outgoing of leaving) outgoing.destroy();
    await eventually(async () => expect(await countInFlight()).to.equal(0));
    gateway().verification.beforeAnswer = async () => undefined;
    for (const answer of answers) answer();
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key })).status).to.equal(200);
  });

  /** Sends requests one after the other on one connection without waiting for answers, and closes it. */
  async function sendAndLeave(host: string, text: string): Promise<void> {
    const { hostname, port } = new URL(host);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    socket.write(text.repeat(maxInFlight));
    await eventually(async () => expect(await countInFlight()).to.equal(maxInFlight));
    socket.destroy();
    await eventually(async () => expect(await countInFlight()).to.equal(0));
  }

  it('does not count requests as in flight while they wait for another request on their connection', async () => {
    gateway().stub.answer = () => undefined;
    await sendAndLeave(gateway().live, `GET /v1/leads/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`);
    gateway().stub.reset();
    expect((await sendRequest(`${gateway().live}/v1/leads/1`, { key })).status).to.equal(200);
  });

  it('does not buffer the body of a request that waits for another request on its connection', async () => {
    gateway().stub.answer = () => undefined;
    await sendAndLeave(gateway().auth, 'POST /oauth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b');
    expect(gateway().context.authBodies.inUse).to.equal(0);
  });
});
