import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixture } from '../../support/use-fixture.js';
import { openEventStream } from '../support/event-stream.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';

describe('gateway stream of changes', () => {
  const gateway = useFixture(() => startGatewayFixture());

  const cookieOf = (session: string) => ({ cookie: `plotline_session=${session}` });
  const open = (session: string, path = '/live/changes', headers: Record<string, string> = {}) =>
    openEventStream(`${gateway().auth}${path}`, { ...cookieOf(session), ...headers });
  const add = (id: string, tenant = 'ws_1:live') => {
    const notice = { type: 'lead.updated', resource: 'leads', id, updated_at: '2026-03-01T09:30:00.000Z' } as const;
    gateway().context.changes.feed.add({ tenant, madeAt: Date.now(), notice, isRestricted: false });
  };

  it('sends the changes of the workspace in the query, even through proxies that buffer or compress', async () => {
    const session = gateway().verification.createSession([{}, { workspaceId: 'ws_2' }]);
    const stream = await open(session, '/sandbox/changes?workspace_id=ws_2', { 'accept-encoding': 'gzip' });
    expect(stream.status).to.equal(200);
    expect(stream.headers).to.include({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(stream.headers).to.not.have.property('content-encoding');
    add('lead_1', 'ws_2:sandbox');
    await eventually(() => expect(stream.events.map(({ event }) => event)).to.deep.equal(['ready', 'changes']));
    expect(stream.events[1]?.data).to.deep.equal([
      { type: 'lead.updated', resource: 'leads', id: 'lead_1', updated_at: '2026-03-01T09:30:00.000Z' },
    ]);
    const again = await open(session, `/sandbox/changes?workspace_id=ws_2&last_event_id=${stream.events[0]?.id}`);
    await eventually(() => expect(again.events.map(({ event }) => event)).to.deep.equal(['ready', 'changes']));
    for (const one of [stream, again]) one.close();
  });

  it("refuses a request without a session, for another person's workspace, or with a method other than GET", async () => {
    const session = gateway().verification.createSession();
    const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
      (await sendRequest(`${gateway().auth}${path}`, { headers, method })).status;
    expect(await ask('/live/changes', {})).to.equal(401);
    expect(await ask('/live/changes?workspace_id=ws_2', cookieOf(session))).to.equal(403);
    expect(await ask('/live/changes?workspace_id=ws_1&workspace_id=ws_2', cookieOf(session))).to.equal(400);
    expect(await ask('/live/changes', cookieOf(session), 'HEAD')).to.equal(405);
    expect(await ask('/live/v1/changes', cookieOf(session))).to.equal(404);
  });

  it("allows a person ten streams, which don't count as requests in flight, and frees them when they close", async () => {
    const session = gateway().verification.createSession([{}], { personId: 'user_many' });
    const streams = await Promise.all(Array.from({ length: 10 }, () => open(session)));
    expect(streams.map(({ status }) => status)).to.deep.equal(streams.map(() => 200));
    const refused = await sendRequest(`${gateway().auth}/live/changes`, { headers: cookieOf(session) });
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([429, '30']);
    for (const stream of streams) stream.close();
    await eventually(async () => {
      const stream = await open(session);
      stream.close();
      expect(stream.status).to.equal(200);
    });
  });

  it('ends the stream when the session ends', async () => {
    const session = gateway().verification.createSession([{}], { id: 'session_ended' });
    const stream = await open(session);
    gateway().context.changes.feed.revoke('session_ended');
    await eventually(() => expect(stream.isEnded()).to.equal(true));
  });
});

describe('gateway shutdown with a stream of changes', () => {
  it('ends the stream instead of waiting for it', async () => {
    const gateway = await startGatewayFixture();
    const headers = { cookie: `plotline_session=${gateway.verification.createSession()}` };
    const stream = await openEventStream(`${gateway.auth}/live/changes`, headers);
    for (const { name, stop } of gateway.gateway.shutdownSteps.slice(0, 3)) {
      expect(name).to.be.oneOf(['readiness', 'streams of changes', 'listeners']);
      await stop();
    }
    await eventually(() => expect(stream.isEnded()).to.equal(true));
    await gateway.stop();
  });
});
