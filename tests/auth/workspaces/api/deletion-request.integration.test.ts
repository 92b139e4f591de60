import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

const place = '/auth/workspace/deletion-request';
let workspaces = 0;

describe('/auth/workspace/deletion-request', () => {
  const auth = useFixture(startAuth);

  async function startWorkspace() {
    workspaces += 1;
    const workspace = await auth().workspace(`Harbour Homes ${workspaces}`);
    const [owner, other] = [await addMember(auth(), workspace.id), await addMember(auth(), workspace.id)];
    return { workspace, owner, other };
  }

  const request = (by: Member, more: object = {}) =>
    by.ask('POST', place, { current_password: by.password, reason: 'We close.', ...more });
  const typesOf = async (by: Member) => {
    const { data } = await by.ask('GET', '/auth/audit?type=deletion_requested,deletion_withdrawn');
    return data.map(({ type, actor }: { type: string; actor: { id: string } }) => [type, actor.id]);
  };

  it('is created by an owner with the password, shown for 30 days, emailed to all owners and logged', async () => {
    const { owner, other } = await startWorkspace();
    const { status, data } = await request(owner);
    expect(status).to.equal(201);
    expect(data).to.deep.include({
      reason: 'We close.',
      requested_by: { id: owner.personId, name: data.requested_by.name },
    });
    expect(Date.parse(data.due_at) - Date.parse(data.requested_at)).to.equal(30 * 86_400_000);
    expect((await other.ask('GET', place)).data).to.deep.equal(data);
    expect((await other.ask('GET', '/auth/workspace')).data.deletion_request).to.deep.equal(data);
    for (const { email } of [owner, other]) {
      expect((await auth().mailbox.last(email, /will be deleted/)).text)
        .to.include('We close.')
        .and.include(data.due_at);
    }
    expect(await typesOf(owner)).to.deep.equal([['deletion_requested', owner.personId]]);
    const again = await request(other);
    expect([again.status, again.error.reason]).to.deep.equal([409, 'deletion_requested']);
  });

  it('can be withdrawn by any owner without a password', async () => {
    const { owner, other } = await startWorkspace();
    expect((await other.ask('DELETE', place)).status).to.equal(404);
    await request(owner);
    expect((await other.ask('DELETE', place)).status).to.equal(204);
    expect((await owner.ask('GET', place)).status).to.equal(404);
    expect((await owner.ask('GET', '/auth/workspace')).data.deletion_request).to.equal(null);
    await auth().mailbox.last(owner.email, /won't be deleted/);
    expect((await typesOf(owner)).map(([type]: [string]) => type)).to.deep.equal([
      'deletion_withdrawn',
      'deletion_requested',
    ]);
    expect((await request(owner)).status).to.equal(201);
  });

  it('is shown to owners and admins only', async () => {
    const { workspace, owner } = await startWorkspace();
    const { data } = await request(owner);
    for (const [role, shown] of [
      ['admin', data],
      ['agent', null],
      ['viewer', null],
    ] as const) {
      const member = await addMember(auth(), workspace.id, role);
      expect((await member.ask('GET', '/auth/workspace')).data.deletion_request, role).to.deep.equal(shown);
      expect((await member.ask('GET', place)).status, role).to.equal(shown ? 200 : 403);
    }
  });

  it('is refused without the password, and for people who are not owners', async () => {
    const { workspace, owner } = await startWorkspace();
    const wrong = await request(owner, { current_password: 'another password' });
    expect([wrong.status, wrong.error.details[0].field]).to.deep.equal([422, 'current_password']);
    const absent = await owner.ask('POST', place, {});
    expect([absent.status, absent.error.details[0].field]).to.deep.equal([422, 'current_password']);
    for (const role of ['admin', 'agent', 'viewer']) {
      const member = await addMember(auth(), workspace.id, role);
      expect((await request(member)).status, role).to.equal(403);
      expect((await member.ask('DELETE', place)).status, role).to.equal(403);
    }
    expect((await owner.ask('GET', place)).status).to.equal(404);
  });

  it('requires a second-factor code if the person has a second factor', async () => {
    const { owner } = await startWorkspace();
    const codesLeft = async () => (await owner.ask('GET', '/auth/session')).data.person.recovery_codes_left;
    expect(await codesLeft()).to.equal(0);
    const { secret } = (await owner.ask('POST', '/auth/two-factor')).data;
    const timestamp = auth().context.clock().getTime();
    const used = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const { data } = await owner.ask('PUT', '/auth/two-factor', { code: used });
    expect(await codesLeft()).to.equal(10);
    for (const more of [{}, { code: '000000' }, { code: used }]) {
      const { status, error } = await request(owner, more);
      expect([status, error.details[0].field]).to.deep.equal([422, 'code']);
    }
    expect((await request(owner, { code: data.recovery_codes[0] })).status).to.equal(201);
    expect(await codesLeft()).to.equal(9);
  });
});
