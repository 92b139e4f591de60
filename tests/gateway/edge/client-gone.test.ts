import { request } from 'node:http';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { type GatewayFixture, startGatewayFixture } from '../gateway-fixture.js';

/** Well before the deadline of ten seconds, which would end the request anyhow. */
const patience = 5_000;

describe('gateway: a client that goes away', () => {
  let gateway: GatewayFixture;
  let authorization: string;
  before(async () => {
    gateway = await startGatewayFixture();
    authorization = `Bearer ${gateway.verification.make(['admin'])}`;
  });
  after(() => gateway.stop());
  beforeEach(() => gateway.stub.reset());

  it('takes its request back from the service', async () => {
    let isGone = false;
    const outgoing = request(`${gateway.live}/v1/leads/1`, { headers: { authorization } });
    gateway.stub.answer = (_request, response) => {
      response.once('close', () => {
        isGone = true;
      });
      outgoing.destroy();
    };
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventually(() => expect(isGone).to.equal(true), patience);
  });

  it('takes it back in the middle of its body too', async () => {
    let isGone = false;
    const headers = { authorization, 'content-length': '1000000' };
    const outgoing = request(`${gateway.live}/v1/leads`, { method: 'POST', headers });
    gateway.stub.take = (incoming) => {
      incoming.on('error', () => undefined);
      incoming.once('close', () => {
        isGone = true;
      });
      incoming.once('data', () => outgoing.destroy());
    };
    outgoing.on('error', () => undefined);
    outgoing.write(Buffer.alloc(100_000));
    await eventually(() => expect(isGone).to.equal(true), patience);
  });

  it('takes it back from the authorization server too', async () => {
    let isGone = false;
    const outgoing = request(`${gateway.auth}/login`);
    gateway.stub.answer = (_request, response) => {
      response.once('close', () => {
        isGone = true;
      });
      outgoing.destroy();
    };
    outgoing.on('error', () => undefined);
    outgoing.end();
    await eventually(() => expect(isGone).to.equal(true), patience);
  });
});
