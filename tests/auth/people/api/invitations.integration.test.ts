import { resendInvitation } from '@plotline/auth/people/api/invitations';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { InvitationsServiceService } from '@plotline/protos/plotline/auth/v1/invitations';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';

const minute = 60_000;

describe('the invitation of an agent', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  beforeEach(async () => {
    ({ id: workspaceId } = await auth().workspace('Harbour'));
  });

  const agent = { agent_id: 'agent_ada', agent_version: 1, email: 'ada@example.com', name: 'Ada Lopez' };
  const send = (change: Partial<typeof agent> = {}, mode: 'live' | 'sandbox' = 'live') =>
    auth().rpc(InvitationsServiceService.sendInvitation, { ...agent, ...change }, callContext({ workspaceId, mode }));
  const refuseMails = () => {
    auth().mailbox.onMail = () => Promise.reject(new Error('connect ECONNREFUSED'));
  };

  it('is emailed with a link to accept it, and the response contains the time of the email', async () => {
    const { sent_at } = await send();
    expect(sent_at).to.be.closeTo(Date.now(), minute);
    const mail = await auth().mailbox.last(agent.email);
    expect(mail.subject).to.equal('Join Harbour on Plotline');
    expect(mail.text).to.match(/^http:\/\/localhost:8082\/auth\/invitation\?token=pl_link_\w{36}$/m);
    await eventually(() => expect(auth().agents.sent).to.deep.equal(['agent_ada ada@example.com']));
  });

  describe('in a workspace that was created by a sign-up', () => {
    const day = 24 * 60 * minute;
    const invite = (place: number) =>
      send({ agent_id: `agent_${place}`, email: `stranger${place}@example.com` }).then(({ sent_at }) => sent_at > 0);
    const inviteMany = async (from: number, count: number) => {
      const sent: boolean[] = [];
      for (let place = from; place < from + count; place += 1) sent.push(await invite(place));
      return sent.filter(Boolean).length;
    };
    beforeEach(async () => {
      const caller = createSystemCaller({ workspaceId, mode: 'live' }, 'tests', 'req_tests');
      await auth().context.workspaces.change({ caller }, (now) => ({ ...now, is_self_made: true }));
    });

    it('does not show the workspace name in the subject, because a stranger may have chosen it', async () => {
      await send();
      const { subject, text } = await auth().mailbox.last(agent.email);
      expect(subject).to.not.include('Harbour');
      expect(text).to.include('Harbour');
    });

    it('counts once, although a call and an event request it at the same time', async () => {
      for (let place = 0; place < 5; place += 1) {
        const sent = await Promise.all([invite(place), invite(place), invite(place)]);
        expect(sent, `invitation ${place + 1}`).to.deep.equal([true, true, true]);
      }
      expect(await Promise.all([invite(5), invite(5)])).to.deep.equal([false, false]);
      expect(auth().mailbox.mails).to.have.length(5);
    });

    it('is emailed to a limited number of people a day, with the lowest limit on the first day', async () => {
      auth().holdTime();
      expect(await inviteMany(0, 7)).to.equal(5);
      expect(auth().mailbox.mails).to.have.length(5);
      await auth().agents.put(workspaceId, 'agent_6', { status: 'invited', email: 'stranger6@example.com' });
      const command = { caller: createSystemCaller({ workspaceId, mode: 'live' }, 'tests', 'req_tests') };
      const refusal = await refusalOf(() => resendInvitation(auth().context, command, 'agent_6'));
      expect(refusal.code).to.equal('RATE_LIMIT_EXCEEDED');
      auth().passTime(day);
      await resendInvitation(auth().context, command, 'agent_6');
      expect(await inviteMany(10, 12)).to.equal(9);
    });
  });

  it('is emailed once for repeated and concurrent calls', async () => {
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send()));
    answers.push(await send());
    expect(new Set(answers.map(({ sent_at }) => sent_at)).size).to.equal(1);
    expect(auth().mailbox.countTo(agent.email)).to.equal(1);
  });

  it('is accepted while the mail server is down, emailed once it is back, and then reported to the team service', async () => {
    refuseMails();
    expect(await send()).to.deep.equal({ sent_at: 0 });
    expect(auth().mailbox.mails).to.deep.equal([]);
    auth().mailbox.onMail = async () => undefined;
    auth().passTime(10 * minute);
    await auth().mailbox.last(agent.email);
    auth().passTime(minute);
    await eventually(() => expect(auth().agents.sent).to.deep.equal(['agent_ada ada@example.com']));
    auth().passTime(60 * minute);
    expect((await send()).sent_at).to.be.greaterThan(Date.now());
    expect(auth().mailbox.countTo(agent.email)).to.equal(1);
  });

  it("is answered in time while the mail server doesn't respond, and the email is handed over once", async () => {
    let handOver = () => {};
    auth().mailbox.onMail = () => new Promise((resolve) => (handOver = resolve));
    expect(await send()).to.deep.equal({ sent_at: 0 });
    handOver();
    await auth().mailbox.last(agent.email);
    expect((await send()).sent_at).to.be.greaterThan(0);
    expect(auth().mailbox.countTo(agent.email)).to.equal(1);
  });

  it('is reported to the team service after an outage', async () => {
    auth().agents.onCall = () => Promise.reject(new Error('away'));
    await send();
    auth().agents.onCall = async () => undefined;
    auth().passTime(minute);
    await eventually(() => expect(auth().agents.sent).to.have.length(1));
  });

  it('is replaced by the invitation for a later version of the agent, in any order of arrival', async () => {
    await send();
    const moved = { agent_version: 4, email: 'new@example.com' };
    await send(moved);
    await send({ agent_version: 3, email: 'between@example.com' });
    expect(auth().mailbox.mails.map(({ to }) => to)).to.deep.equal([agent.email, 'new@example.com']);
    const { links } = auth().context;
    const [first, second] = auth().mailbox.mails;
    expect((await refusalOf(() => links.find(first?.token ?? ''))).code).to.equal('VALIDATION_ERROR');
    expect(await links.find(second?.token ?? '')).to.include({ email: 'new@example.com' });
  });

  it('is delayed after two invitations to an address in an hour, without limiting emails that the person requests', async () => {
    for (let number = 1; number <= 3; number += 1) await send({ agent_id: `agent_${number}` });
    expect(auth().mailbox.countTo(agent.email)).to.equal(2);
    for (let number = 1; number <= 3; number += 1) {
      const reset = await auth().ask('POST', '/auth/password-resets', { body: { email: agent.email } });
      expect(reset.status).to.equal(202);
    }
    auth().passTime(61 * minute);
    await eventually(() => expect(auth().mailbox.countTo(agent.email)).to.equal(3));
  });

  it('is refused in the sandbox, which sends no emails', async () => {
    expect((await refusalOf(() => send({}, 'sandbox'))).code).to.equal('FORBIDDEN');
    expect(auth().mailbox.mails).to.deep.equal([]);
  });

  it('stores no token, address or name from the email in the database', async () => {
    refuseMails();
    await send({ name: 'Zacharias' });
    const waiting = await auth().runtime.databases.live.collection('mails').findOne({});
    expect(JSON.stringify(waiting)).to.not.match(/pl_link_|ada@|Zacharias/);
    auth().mailbox.onMail = async () => undefined;
    auth().passTime(10 * minute);
    const { token } = await auth().mailbox.last(agent.email);
    expect(await auth().dumpDatabase('live')).to.not.include(token);
  });

  it('is not emailed if it expired while the mail server was down', async () => {
    refuseMails();
    await send();
    auth().mailbox.onMail = async () => undefined;
    auth().passTime(8 * 24 * 60 * minute);
    const mails = auth().runtime.databases.live.collection('mails');
    await eventually(async () => expect(await mails.countDocuments()).to.equal(0));
    expect(auth().mailbox.mails).to.deep.equal([]);
  });
});
