import { AccessServiceService as AccessService } from '@plotline/protos/plotline/auth/v1/access';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

describe('AccessService', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  let owner: Member;
  let workspaces = 0;
  beforeEach(async () => {
    workspaces += 1;
    workspaceId = (await auth().workspace(`Leavers ${workspaces}`)).id;
    owner = await addMember(auth(), workspaceId);
  });

  const by = () => callContext({ workspaceId, actor: { type: 'user', id: owner.personId, name: 'Olga Owner' } });
  const endAccess = ({ agentId }: Member, revoke_keys = false, agent_version = 2) =>
    auth().rpc(AccessService.endAccess, { agent_id: agentId, agent_version, name: 'Carol', revoke_keys }, by());
  const createKey = async (maker: Member, mode = 'live') =>
    (await maker.ask('POST', '/auth/api-keys', { name: `Website ${mode}`, mode, scopes: ['read:leads'] })).data;
  const lettersTo = ({ email }: Member) =>
    auth().mailbox.mails.filter(({ to, subject }) => to === email && subject.includes('deactivated'));

  it("returns the person's active keys in both modes, and emails the owners once", async () => {
    const carol = await addMember(auth(), workspaceId, 'admin');
    const [live, sandbox, revoked] = [
      await createKey(carol),
      await createKey(carol, 'sandbox'),
      await createKey(carol),
    ];
    await carol.ask('DELETE', `/auth/api-keys/${revoked.id}`);
    await createKey(owner);
    const { keys } = await endAccess(carol);
    expect(keys.map(({ id, mode, is_revoked }) => [id, mode, is_revoked])).to.have.deep.members([
      [live.id, 'live', false],
      [sandbox.id, 'sandbox', false],
    ]);
    await endAccess(carol);
    await auth().verify(live.key);
    await eventually(async () => expect(lettersTo(owner)).to.have.length(1));
    const [letter] = lettersTo(owner);
    expect(letter?.text)
      .to.include('Olga Owner deactivated Carol')
      .and.include('“Website live”')
      .and.include('still work');
    expect(lettersTo(carol)).to.deep.equal([]);
  });

  it("revokes the person's keys on request, with the caller as the actor", async () => {
    const carol = await addMember(auth(), workspaceId, 'admin');
    const { id, key } = await createKey(carol);
    expect((await endAccess(carol, true, 3)).keys.map(({ is_revoked }) => is_revoked)).to.deep.equal([true]);
    expect((await refusalOf(() => auth().verify(key))).code).to.equal('UNAUTHORIZED');
    expect((await endAccess(carol, true, 0)).keys).to.deep.equal([]);
    const { data } = await owner.ask('GET', `/auth/audit?credential=${id}&type=revoked`);
    expect(data[0].actor).to.include({ id: owner.personId });
  });

  it('reports whether an actor has had uninterrupted access since a given time', async () => {
    const carol = await addMember(auth(), workspaceId, 'agent');
    const check = (actor_type: string, actor_id: string, since = auth().context.clock().getTime()) =>
      auth().rpc(AccessService.checkAccess, { actor_type, actor_id, since }, by());
    const before = auth().context.clock().getTime();
    expect(await check('user', carol.personId)).to.deep.equal({ is_active: true, role: 'agent' });
    await auth().agents.put(workspaceId, carol.agentId, { status: 'inactive' });
    expect(await check('user', carol.personId)).to.deep.equal({ is_active: false, role: '' });
    auth().passTime(1_000);
    await auth().agents.put(workspaceId, carol.agentId, {
      status: 'active',
      active_since: auth().context.clock().getTime(),
    });
    expect((await check('user', carol.personId, before)).is_active).to.equal(false);
    const { id } = await createKey(owner);
    expect((await check('key', id)).is_active).to.equal(true);
    await owner.ask('DELETE', `/auth/api-keys/${id}`);
    expect((await check('key', id)).is_active).to.equal(false);
    expect((await check('key', 'key_none')).is_active).to.equal(false);
    expect((await check('system', 'demo')).is_active).to.equal(true);
  });
});
