import { unavailable } from '@plotline/kit/core/errors';
import { AccountsServiceService } from '@plotline/protos/plotline/team/v1/accounts';
import { AgentsServiceService } from '@plotline/protos/plotline/team/v1/agents';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('the invitation of POST /v1/agents', () => {
  const team = useFixturePerTest(startTeam);

  const sentAt = new Date('2026-05-01T10:00:00Z');
  const ada = { email: 'ada@example.com', name: 'Ada Lopez' };
  const invite = (body: object = ada, headers: Readonly<Record<string, string>> = {}) =>
    team().request('POST', '/v1/agents', { body, headers });
  const put = (id: string, body: object) => team().request('PUT', `/v1/agents/${id}`, { body });
  const read = async (id: string) => (await team().request('GET', `/v1/agents/${id}`)).body;
  const invitedEvents = async (id: string) =>
    (await team().journal(id)).flatMap(({ events }) =>
      events.filter(({ name }) => name === 'agent.invited').map(({ payload }) => JSON.parse(payload).data),
    );
  const recordSent = (agent_id: string, email: string, at: Date) =>
    team().rpc(AccountsServiceService.recordInvitationSent, { agent_id, email, sent_at: at.getTime() }, callContext());

  it('shows the time when its email was handed over in the response and in GET, with the same ETag', async () => {
    team().invitations.send = async () => sentAt;
    const { body, headers } = await invite();
    expect(body.invitation_sent_at).to.equal(sentAt.toISOString());
    const answer = await team().request('GET', `/v1/agents/${body.id}`);
    expect([answer.body, answer.headers.get('etag')]).to.deep.equal([body, headers.get('etag')]);
    expect((await team().journal(body.id)).map(({ type }) => type)).to.deep.equal(['created', 'invitation_sent']);
    expect(team().invitations.requests).to.have.length(1);
  });

  for (const [title, send] of [
    ['the mail server is away', async () => null],
    ['the auth service is away', () => Promise.reject(unavailable('The auth service did not answer.'))],
  ] as const) {
    it(`has no time in the response while ${title}, and gets one later`, async () => {
      team().invitations.send = send;
      const { status, body } = await invite();
      expect([status, body.invitation_sent_at]).to.deep.equal([201, null]);
      await recordSent(body.id, body.email, sentAt);
      const { updated_at } = await read(body.id);
      await recordSent(body.id, body.email, sentAt);
      await recordSent(body.id, 'former@example.com', new Date());
      expect(await read(body.id)).to.include({ invitation_sent_at: sentAt.toISOString(), updated_at });
    });
  }

  it('is published as agent.invited for the auth service, with the invited version', async () => {
    const { body } = await invite();
    expect(await invitedEvents(body.id)).to.deep.equal([{ agent_id: body.id, agent_version: 1, ...ada }]);
    expect(team().invitations.requests[0]).to.include({ id: body.id, version: 1, email: ada.email });
  });

  it('is sent again to a new address and after reactivating an agent who never accepted, but not otherwise', async () => {
    const { body } = await invite();
    const { id } = body;
    const moved = await put(id, { email: 'new@example.com' });
    expect(moved.body).to.include({ status: 'invited', invitation_sent_at: null });
    await put(id, { name: 'Renamed', role: 'viewer' });
    await team().request('POST', `/v1/agents/${id}/deactivate`, { body: {} });
    await put(id, { status: 'active' });
    const events = await invitedEvents(id);
    expect(events.map(({ email }) => email)).to.deep.equal([ada.email, 'new@example.com', 'new@example.com']);
    const versions = events.map(({ agent_version }) => agent_version);
    expect(versions).to.deep.equal([...new Set(versions)].sort((one, other) => one - other));
    const active = await team().agent({});
    await put(active.id, { email: 'other@example.com' });
    expect(await invitedEvents(active.id)).to.have.length(1);
  });

  it('is not sent for sandbox agents', async () => {
    const { body } = await team().request('POST', '/v1/agents', { body: ada, as: { mode: 'sandbox' } });
    expect(body.invitation_sent_at).to.equal(null);
    const entries = await team().journal(body.id, { mode: 'sandbox' });
    expect(entries.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal(['agent.created']);
    expect(team().invitations.requests).to.deep.equal([]);
  });

  it('gets the same response for identical requests, even during and after the hand-over of the email', async () => {
    const key = { 'idempotency-key': 'one' };
    let handOver = (_at: Date) => {};
    const asked = new Promise<void>((resolve) => {
      team().invitations.send = () => {
        resolve();
        return new Promise((answer) => {
          handOver = answer;
        });
      };
    });
    const first = invite(ada, key);
    await asked;
    const second = invite(ada, key);
    handOver(sentAt);
    const answers = [await first, await second, await invite(ada, key)];
    for (const { status, body } of answers) {
      expect([status, body]).to.deep.equal([201, answers[0]?.body]);
      expect(body.invitation_sent_at).to.equal(sentAt.toISOString());
    }
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).to.deep.equal([null, 'true', 'true']);
    team().invitations.send = async () => null;
    const other = { ...ada, email: 'other@example.com' };
    const later = await invite(other, { 'idempotency-key': 'two' });
    await recordSent(later.body.id, other.email, sentAt);
    expect((await invite(other, { 'idempotency-key': 'two' })).body).to.deep.equal(later.body);
  });

  it("can't be accepted at a previous address: the response is CONFLICT, and the agent stays invited", async () => {
    const { body } = await invite();
    await put(body.id, { email: 'new@example.com' });
    const accept = (email: string) =>
      team().rpc(AgentsServiceService.activateAgent, { agent_id: body.id, email }, callContext());
    expect(await accept(ada.email).catch(({ code }) => code)).to.equal('CONFLICT');
    expect(await read(body.id)).to.include({ status: 'invited' });
    await accept('new@example.com');
    expect(await read(body.id)).to.include({ status: 'active' });
  });

  it('is not needed for the first owner of a workspace, whom CreateOwner creates once', async () => {
    const as = { workspaceId: 'ws_new' };
    const owner = { agent_id: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst', ...ada, is_invited: false };
    const create = () => team().rpc(AccountsServiceService.createOwner, owner, callContext(as));
    await Promise.all([create(), create()].map((call) => call.catch(() => undefined)));
    await create();
    const { body } = await team().request('GET', `/v1/agents/${owner.agent_id}`, { as });
    expect(body).to.include({ ...ada, role: 'owner', status: 'active', invitation_sent_at: null });
    expect((await team().events(owner.agent_id)).map(({ event }) => event)).to.deep.equal(['agent.created']);
    expect(team().invitations.requests).to.deep.equal([]);
  });
});
