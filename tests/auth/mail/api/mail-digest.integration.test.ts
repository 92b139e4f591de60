import type { Mode } from '@plotline/kit/core/caller';
import { DigestsServiceService as Digests } from '@plotline/protos/plotline/auth/v1/digests';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('a digest', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  beforeEach(async () => {
    ({ id: workspaceId } = await auth().workspace('Harbour'));
  });

  async function mail(id: string, agentIds: readonly string[], mode: Mode = 'live'): Promise<number> {
    const actor = { type: 'system', id: 'tests', name: 'Tests' } as const;
    const paragraphs = ['What happened:', 'Lead created: Zoë <zoe@example.com>\nUnit sold: https://evil.example/x'];
    const request = { digest_id: id, agent_ids: [...agentIds], subject: 'Morning mail: 2 events', paragraphs };
    return (await auth().rpc(Digests.mailDigest, request, callContext({ workspaceId, mode, actor }))).recipients;
  }

  it('is emailed only to those of the given agents who are active, at the addresses of their accounts', async () => {
    const [one, former, other] = [
      await addMember(auth(), workspaceId, 'viewer'),
      await addMember(auth(), workspaceId, 'agent'),
      await addMember(auth(), workspaceId),
    ];
    await auth().agents.put(workspaceId, former.agentId, { status: 'inactive' });
    const { id: elsewhere } = await auth().workspace('Elsewhere');
    const stranger = await addMember(auth(), elsewhere);
    expect(await mail('evt_1', [one.agentId, former.agentId, stranger.agentId, 'agent_without_account'])).to.equal(1);
    const { subject, text } = await auth().mailbox.last(one.email, /Morning/);
    expect(subject).to.equal('Harbour: Morning mail: 2 events');
    expect(text.replaceAll('\u200b', '')).to.include('Lead created: Zoë <zoe@example.com>\nUnit sold:');
    expect(text, 'text by others is not a link').to.not.include('https://evil.example');
    expect(text).to.include(`/dashboard/${workspaceId}/live`);
    for (const { email } of [former, other, stranger]) expect(auth().mailbox.countTo(email)).to.equal(0);
  });

  it('is emailed once per id, even with repeated and concurrent calls', async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    const counts = await Promise.all([1, 2, 3, 4].map(() => mail('evt_1', [agentId])));
    expect(counts).to.deep.equal([1, 1, 1, 1]);
    expect(await mail('evt_2', [agentId])).to.equal(1);
    await eventually(() => expect(auth().mailbox.countTo(email)).to.equal(2));
  });

  it('can be emailed later under the same id if it had no recipients', async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    await auth().agents.put(workspaceId, agentId, { status: 'inactive' });
    expect(await mail('evt_1', [agentId])).to.equal(0);
    await auth().agents.put(workspaceId, agentId, { status: 'active' });
    expect(await mail('evt_1', [agentId])).to.equal(1);
    await auth().mailbox.last(email, /Morning/);
  });

  it('is refused in the sandbox, without an id, or for more than 50 agents', async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    const codeOf = (mailing: Promise<number>) => mailing.then(String, (error) => Reflect.get(error, 'code'));
    expect(await codeOf(mail('evt_1', [agentId], 'sandbox'))).to.equal('FORBIDDEN');
    expect(await codeOf(mail('', [agentId]))).to.equal('VALIDATION_ERROR');
    const many = Array.from({ length: 51 }, (_, place) => `agent_${place}`);
    expect(await codeOf(mail('evt_2', many))).to.equal('VALIDATION_ERROR');
    expect(auth().mailbox.countTo(email)).to.equal(0);
  });
});
