import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('POST /auth/sandbox/reset', () => {
  const auth = useFixture(startAuth);
  let workspaceId: string;
  before(async () => {
    workspaceId = (await auth().workspace('Sandbox')).id;
  });

  for (const role of ['owner', 'admin']) {
    it(`lets an ${role} reset the workspace's sandbox, and publishes an event with the workspace and the response's time`, async () => {
      const member = await addMember(auth(), workspaceId, role);
      const { status, data } = await member.ask('POST', '/auth/sandbox/reset');
      expect(status).to.equal(202);
      const event = (await auth().events(workspaceId)).at(-1);
      expect(event.event).to.equal('sandbox.reset');
      expect(event.data).to.deep.equal({ workspace_id: workspaceId, started_at: data.started_at });
    });
  }

  it('starts one reset for all requests with the same Idempotency-Key', async () => {
    const owner = await addMember(auth(), workspaceId);
    const before = (await auth().events(workspaceId)).length;
    const post = () => owner.ask('POST', '/auth/sandbox/reset', undefined, { 'idempotency-key': 'once' });
    expect((await post()).data).to.deep.equal((await post()).data);
    expect(await auth().events(workspaceId)).to.have.length(before + 1);
  });

  it('is refused for all other roles and callers, and publishes nothing', async () => {
    const before = (await auth().events(workspaceId)).length;
    for (const role of ['agent', 'viewer']) {
      const member = await addMember(auth(), workspaceId, role);
      expect((await member.ask('POST', '/auth/sandbox/reset')).status, role).to.equal(403);
    }
    const owner = await addMember(auth(), (await auth().workspace('Another sandbox')).id);
    const foreign = await owner.ask('POST', '/auth/sandbox/reset', undefined, { 'x-workspace-id': workspaceId });
    expect(foreign.status).to.equal(403);
    expect((await auth().ask('POST', '/auth/sandbox/reset')).status).to.equal(401);
    expect(await auth().events(workspaceId)).to.have.length(before);
  });
});
