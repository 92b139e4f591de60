import type { Caller } from '@plotline/kit/core/caller';
import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('the API keys of a deactivated agent', () => {
  const team = useFixture(startTeam);

  const as: Partial<Caller> = { workspaceId: 'ws_keys' };
  const website = {
    id: 'key_1',
    name: 'Website',
    mode: 'live',
    last_four: 'x7Qa',
    scopes: ['read:leads'],
    created_at: Date.parse('2026-01-01T00:00:00Z'),
    last_used_at: 0,
    is_revoked: false,
  };
  const deactivate = (id: string, body: object = {}, who = as, query = '', headers = {}) =>
    team().request('POST', `/v1/agents/${id}/deactivate${query}`, { as: who, body, headers });
  const lastAsked = () => team().accounts.requests.at(-1);
  const endingsOf = async (id: string) =>
    (await team().journal(id)).flatMap(({ events }) =>
      events.filter(({ name }) => name === 'agent.access_ended').map(({ payload }) => JSON.parse(payload).data),
    );
  beforeEach(() => {
    team().accounts.endAccess = async (_caller, { revoke_keys }) => [{ ...website, is_revoked: revoke_keys }];
  });

  it('are listed, and keep working', async () => {
    const { id, name } = await team().agent(as);
    const { status, body } = await deactivate(id);
    expect([status, body.status]).to.deep.equal([200, 'inactive']);
    const { is_revoked: _revoked, ...shown } = website;
    const expected = { ...shown, created_at: '2026-01-01T00:00:00.000Z', last_used_at: null, revoked: false };
    expect(body.api_keys).to.deep.equal([expected]);
    const version = lastAsked()?.agent_version;
    expect(version).to.be.greaterThan(0);
    expect(lastAsked()).to.deep.equal({ agent_id: id, agent_version: version, name, revoke_keys: false });
    const [ending, ...others] = await endingsOf(id);
    expect(others).to.deep.equal([]);
    expect(ending).to.deep.include({ agent_id: id, agent_version: version, name, revoke_keys: false });
  });

  for (const [where, body, query] of [
    ['in the body', { revoke_keys: true }, ''],
    ['as a parameter', {}, '?revoke_keys=true'],
  ] as const) {
    it(`are revoked on request ${where}, even later, without a second notice`, async () => {
      const { id } = await team().agent(as);
      expect((await deactivate(id, body, as, query)).body.api_keys[0]).to.include({ revoked: true });
      expect((await endingsOf(id))[0]).to.include({ revoke_keys: true });
      await deactivate(id, body, as, query);
      expect(lastAsked()).to.include({ agent_id: id, agent_version: 0, revoke_keys: true });
      expect(await endingsOf(id)).to.have.length(1);
    });
  }

  it('are revoked only by callers who may change other accounts', async () => {
    const { id } = await team().agent(as);
    const refused = await deactivate(id, { revoke_keys: true }, { ...as, scopes: ['write:agents'] });
    expect([refused.status, refused.body.reason]).to.deep.equal([403, 'admin_scope_required']);
    expect((await team().request('GET', `/v1/agents/${id}`, { as })).body).to.include({ status: 'active' });
  });

  it('are null while auth is down, but cause 503 for an agent who was deactivated before', async () => {
    team().accounts.endAccess = () => Promise.reject(unavailable('Away.', 'the auth service is away'));
    const { id } = await team().agent(as);
    expect((await deactivate(id, { revoke_keys: true })).body).to.include({ status: 'inactive', api_keys: null });
    expect(await endingsOf(id)).to.have.length(1);
    expect((await deactivate(id, { revoke_keys: true })).status).to.equal(503);
    expect((await deactivate(id)).status).to.equal(200);
  });

  it('are listed again in the response to a repeated request', async () => {
    const { id } = await team().agent(as);
    const first = await deactivate(id, {}, as, '', { 'idempotency-key': 'leaves' });
    const again = await deactivate(id, {}, as, '', { 'idempotency-key': 'leaves' });
    expect([again.status, again.body]).to.deep.equal([first.status, first.body]);
    expect(first.body.api_keys).to.have.length(1);
  });

  it('are an empty list for an agent without a person, and in the sandbox', async () => {
    const invited = await team().agent(as, {}, 'invited');
    await deactivate(invited.id);
    expect(lastAsked()).to.include({ agent_id: invited.id, agent_version: 0 });
    expect(await endingsOf(invited.id)).to.deep.equal([]);
    const sandbox: Partial<Caller> = { ...as, mode: 'sandbox' };
    const { id } = await team().agent(sandbox);
    expect((await deactivate(id, {}, sandbox)).body.api_keys).to.deep.equal([]);
  });

  it('are an empty list in the sandbox, both in the response and in its replay', async () => {
    const sandbox: Partial<Caller> = { ...as, mode: 'sandbox' };
    const { id } = await team().agent(sandbox);
    const first = await deactivate(id, {}, sandbox, '', { 'idempotency-key': 'leaves-sandbox' });
    const again = await deactivate(id, {}, sandbox, '', { 'idempotency-key': 'leaves-sandbox' });
    expect(first.body.api_keys).to.deep.equal([]);
    expect(again.body).to.deep.equal(first.body);
  });
});
