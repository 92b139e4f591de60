import { AdministrationServiceService as Administration } from '@plotline/protos/plotline/auth/v1/administration';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { administration, startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';
import { joinAnother } from '../../support/people.js';

interface Line {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly credential: { readonly type: string; readonly id: string };
  readonly actor: { readonly type: string; readonly id: string; readonly name: string };
  readonly address: string | null;
}

describe('GET /auth/audit', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  let owner: Member;
  beforeEach(async () => {
    workspaceId = (await auth().workspace('Audited')).id;
    owner = await addMember(auth(), workspaceId);
  });

  const audit = async (query = ''): Promise<Line[]> => (await owner.ask('GET', `/auth/audit${query}`)).data;
  const typesOf = (lines: readonly Line[]) => lines.map(({ type }) => type);
  const createKey = async (mode = 'live') => {
    return (await owner.ask('POST', '/auth/api-keys', { name: 'Website', mode, scopes: ['read:leads'] })).data;
  };

  for (const mode of ['live', 'sandbox'] as const) {
    it(`lists the events of a ${mode} key with person, time and address, without the key itself`, async () => {
      const key = await createKey(mode);
      await auth().verify(key.key, mode, '203.0.113.7');
      await eventually(async () => expect(await audit(`?credential=${key.id}`)).to.have.length(2));
      await auth().verify(key.key, mode, '203.0.113.8');
      const { data: next } = await owner.ask('POST', `/auth/api-keys/${key.id}/rotate`);
      await owner.ask('DELETE', `/auth/api-keys/${key.id}`);
      const lines = await audit(`?credential=${key.id}`);
      expect(typesOf(lines)).to.deep.equal(['revoked', 'rotated', 'first_used', 'created']);
      expect(lines.map(({ address }) => address)).to.deep.equal(['127.0.0.1', '127.0.0.1', '203.0.113.7', '127.0.0.1']);
      expect(lines.map(({ actor }) => actor.id)).to.deep.equal([
        owner.personId,
        owner.personId,
        key.id,
        owner.personId,
      ]);
      expect(lines[0]?.credential).to.deep.include({ type: 'key', id: key.id });
      expect(typesOf(await audit(`?credential=${next.id}`))).to.deep.equal(['created']);
      const all = JSON.stringify(await audit('?per_page=100'));
      for (const secret of [key.key, next.key, owner.token, owner.password]) expect(all).to.not.include(secret);
    });
  }

  it('lists the first use of a key once when requests are simultaneous', async () => {
    const { id, key } = await createKey();
    await Promise.all(Array.from({ length: 10 }, () => auth().verify(key)));
    await eventually(async () => expect(typesOf(await audit(`?credential=${id}`))).to.include('first_used'));
    await auth().verify(key);
    expect(typesOf(await audit('?type=first_used'))).to.deep.equal(['first_used']);
  });

  it("lists sign-ins and sign-outs of the workspace's people only, with addresses", async () => {
    const member = await addMember(auth(), workspaceId, 'agent');
    const stranger = await addMember(auth(), (await auth().workspace('Strangers')).id);
    const { id } = (await member.ask('GET', '/auth/session')).data;
    await member.ask('DELETE', '/auth/session');
    const lines = await audit(`?credential=${id}`);
    expect(typesOf(lines)).to.deep.equal(['signed_out', 'signed_in']);
    expect(lines[1]).to.deep.include({ address: '127.0.0.1' });
    expect(lines[1]?.credential).to.deep.equal({ type: 'session', id, person_id: member.personId });
    expect(JSON.stringify(await audit('?per_page=100'))).to.not.include(stranger.personId);
    expect(await audit(`?credential=${stranger.personId}`)).to.deep.equal([]);
  });

  /** Signs a person in, and makes one request in each of the workspaces. */
  const signIn = async (
    { email, password }: Pick<Member, 'email' | 'password'>,
    ...workspaceIds: readonly string[]
  ) => {
    const body = { email, password };
    const { data } = await auth().ask('POST', '/auth/session', { body, headers: { prefer: 'return=token' } });
    const ask = (method: string, path: string, id?: string) =>
      auth().ask(method, path, {
        headers: { authorization: `Bearer ${data.token}`, ...(id !== undefined && { 'x-workspace-id': id }) },
      });
    for (const id of workspaceIds) expect((await ask('GET', '/auth/workspace', id)).status).to.equal(200);
    return { id: String(data.id), token: String(data.token), ask };
  };

  it("hides a person's actions in other workspaces, but lists sign-ins to this workspace", async () => {
    const carol = await addMember(auth(), workspaceId, 'agent');
    const rival = (await auth().workspace('Rival')).id;
    await auth().agents.put(rival, 'agent_carol', { role: 'owner' });
    const atRival = { workspace_id: rival, name: 'Carol', agent_id: 'agent_carol', ...carol };
    await auth().rpc(Administration.addMember, atRival, administration(rival));
    auth().passTime(1_000);
    const before = await audit('?per_page=100');
    const there = await signIn(carol, rival);
    await auth().rpc(
      Verification.verifySession,
      { token: there.token, workspace_id: rival },
      { deadline: Date.now() + 10_000 },
    );
    await there.ask('GET', '/auth/session');
    await there.ask('DELETE', '/auth/session');
    expect(
      (await carol.ask('POST', '/auth/email', { email: 'new@example.com', password: carol.password })).status,
    ).to.equal(202);
    expect(await audit('?per_page=100')).to.deep.equal(before);

    const here = await signIn(carol, workspaceId, rival);
    await eventually(async () => expect(await audit(`?credential=${here.id}`)).to.have.length(1));
    await Promise.all([1, 2, 3].map(() => here.ask('GET', '/auth/workspace', workspaceId)));
    await here.ask('DELETE', '/auth/session', rival);
    const lines = await audit(`?credential=${here.id}`);
    expect(typesOf(lines)).to.deep.equal(['signed_out', 'signed_in']);
    expect(lines[1]).to.include({ address: '127.0.0.1' });
    expect(lines[1]?.actor).to.include({ type: 'user', id: carol.personId });
    expect(lines[1]?.actor.name).to.match(/^Member /);
    expect(JSON.stringify(lines)).to.not.include(rival);
  });

  it('lists a sign-in through the API once its session is used in the workspace', async () => {
    const carol = await addMember(auth(), workspaceId, 'agent');
    await joinAnother(auth(), carol);
    const { id, token } = await signIn(carol);
    expect(await audit(`?credential=${id}`)).to.deep.equal([]);
    const verify = () =>
      auth().rpc(Verification.verifySession, { token, workspace_id: workspaceId }, { deadline: Date.now() + 10_000 });
    await Promise.all([verify(), verify()]);
    await eventually(async () => expect(typesOf(await audit(`?credential=${id}`))).to.deep.equal(['signed_in']));
  });

  it("lists a person's actions since they joined the workspace", async () => {
    const veteran = await addMember(auth(), (await auth().workspace('Former employer')).id);
    auth().passTime(1_000);
    const member = { workspace_id: workspaceId, name: 'V', agent_id: 'agent_v', ...veteran };
    await auth().agents.put(workspaceId, 'agent_v');
    await auth().rpc(Administration.addMember, { ...member }, administration(workspaceId));
    expect(typesOf(await audit(`?credential=${veteran.personId}&type=signed_in`))).to.deep.equal([]);
    auth().passTime(1_000);
    await signIn(veteran, workspaceId);
    await eventually(async () =>
      expect(typesOf(await audit(`?credential=${veteran.personId}&type=signed_in`))).to.deep.equal(['signed_in']),
    );
  });

  it("lists a person's actions until their deactivation, and none until their reactivation", async () => {
    const leaver = await addMember(auth(), workspaceId, 'agent');
    const elsewhere = (await auth().workspace('Next employer')).id;
    await auth().agents.put(elsewhere, 'agent_next');
    const member = { workspace_id: elsewhere, name: 'L', agent_id: 'agent_next', ...leaver };
    await auth().rpc(Administration.addMember, member, administration(elsewhere));
    const now = () => auth().context.clock().getTime();
    const work = async (...workspaceIds: readonly string[]) => {
      auth().passTime(1_000);
      await signIn(leaver, ...workspaceIds);
      auth().passTime(1_000);
    };
    const sightings = async () => (await audit(`?credential=${leaver.personId}&type=signed_in`)).length;
    expect(await sightings()).to.equal(1);
    auth().passTime(1_000);
    await auth().agents.put(workspaceId, leaver.agentId, { status: 'inactive', deactivated_at: now() });
    await work(elsewhere);
    expect(await sightings()).to.equal(1);
    await auth().agents.put(workspaceId, leaver.agentId, { status: 'active', active_since: now() });
    expect(await sightings()).to.equal(1);
    await work(workspaceId);
    await eventually(async () => expect(await sightings()).to.equal(2));
  });

  it('returns all entries newest first, by page and by cursor', async () => {
    for (let place = 0; place < 4; place += 1) {
      await createKey();
      await addMember(auth(), workspaceId, 'agent');
    }
    const all = await audit('?per_page=100');
    const times = all.map(({ at }) => at);
    expect(times).to.deep.equal([...times].sort().reverse());
    expect(new Set(all.map(({ credential }) => credential.type))).to.include.all.keys('key', 'session');
    const pages: Line[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 4); page += 1)
      pages.push(...(await audit(`?per_page=4&page=${page}`)));
    expect(pages).to.deep.equal(all);
    const walked: Line[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const reply = await owner.ask('GET', `/auth/audit?per_page=3&cursor=${cursor}`);
      expect(reply.body.meta.total).to.equal(all.length);
      walked.push(...reply.data);
      cursor = reply.body.meta.next_cursor;
    }
    expect(walked).to.deep.equal(all);
    const { data, body } = await owner.ask('GET', '/auth/audit?type=created,signed_in&per_page=100');
    expect(new Set(typesOf(data))).to.have.all.keys('created', 'signed_in');
    expect(body.meta.total).to.equal(data.length);
  });

  it('is allowed only for owners', async () => {
    for (const role of ['admin', 'agent', 'viewer']) {
      const member = await addMember(auth(), workspaceId, role);
      expect((await member.ask('GET', '/auth/audit')).status, role).to.equal(403);
    }
    expect((await auth().ask('GET', '/auth/audit')).status).to.equal(401);
    const faulty = await owner.ask('GET', '/auth/audit?cursor=x&page=0');
    expect(faulty.status).to.equal(422);
  });

  it('finds entries by person and by time range', async () => {
    const admin = await addMember(auth(), workspaceId, 'admin');
    const key = await createKey();
    auth().passTime(3_600_000);
    const from = auth().context.clock().toISOString();
    const body = { name: 'Other', mode: 'live', scopes: ['read:leads'] };
    const { data: other } = await admin.ask('POST', '/auth/api-keys', body);
    const idsOf = async (query: string) =>
      (await audit(`?type=created&${query}`)).map(({ credential }) => credential.id);
    expect(await idsOf(`actor=${admin.personId}`))
      .to.include(other.id)
      .and.not.include(key.id);
    expect(await idsOf(`created_after=${from}`)).to.deep.equal([other.id]);
    expect(await idsOf(`created_before=${from}`))
      .to.include(key.id)
      .and.not.include(other.id);
    expect(await idsOf(`created_before=2020-01-01`)).to.deep.equal([]);
    const { status, error } = await owner.ask('GET', '/auth/audit?created_after=lately');
    expect([status, error.details[0].field]).to.deep.equal([422, 'created_after']);
  });
});
