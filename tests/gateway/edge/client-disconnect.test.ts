import { request } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';

/** Well before the deadline of ten seconds, which would end the request too. */
const timeoutMs = 5_000;

describe('gateway, when a client disconnects', () => {
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

  it('asks no service when the client leaves in the middle of the body, and gives the memory back', async () => {
    const { bodies } = gateway().context;
    const headers = { authorization, 'content-length': '1000000' };
    const outgoing = request(`${gateway().live}/v1/leads`, { method: 'POST', headers });
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(100_000));
    await eventually(() => expect(bodies.held).to.be.at.least(100_000), timeoutMs);
    outgoing.destroy();
    await eventually(() => expect(bodies.held).to.equal(0), timeoutMs);
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
