import type { Mode } from '@plotline/kit/core/caller';
import { DigestsServiceService as Digests } from '@plotline/protos/plotline/auth/v1/digests';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { BrowserSession } from '../../pages/api/browser-session.js';
import { startAuth } from '../../support/auth.js';
import { addMember } from '../../support/members.js';

describe('an email about notices', () => {
  const auth = useFixturePerTest(startAuth);
  let workspaceId: string;
  beforeEach(async () => {
    ({ id: workspaceId } = await auth().workspace('Harbour'));
  });

  const lead = { text: 'Zoë https://evil.example/x was assigned to you.', path: 'pipeline/lead_1' };

  interface MailOptions {
    readonly items?: readonly { readonly text: string; readonly path: string }[];
    readonly mode?: Mode;
  }

  async function mail(id: string, recipient: string, { items = [lead], mode = 'live' }: MailOptions = {}) {
    const actor = { type: 'system', id: 'tests', name: 'Tests' } as const;
    const request = { mail_id: id, recipient_id: recipient, items: [...items] };
    return (await auth().rpc(Digests.mailNotices, request, callContext({ workspaceId, mode, actor }))).is_mailed;
  }

  const toPath = (url: string | undefined) => {
    const { pathname, search } = new URL(url ?? '');
    return `${pathname}${search}`;
  };

  it('shows the notice, links to its page, and can be turned off with one click', async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    expect(await mail('nml_1', agentId)).to.equal(true);
    const { subject, text, unsubscribeUrl } = await auth().mailbox.last(email);
    expect(subject.replaceAll('\u200b', '')).to.equal('Harbour: Zoë https://evil.example/x was assigned to you.');
    expect(text, 'text by others is not a link').to.not.include('https://evil.example');
    expect(text).to.include(`/dashboard/${workspaceId}/live/pipeline/lead_1`);
    expect(text).to.include(String(unsubscribeUrl));
    expect(text).to.include(`/dashboard/${workspaceId}/live/profile`);
  });

  it('combines several notices, and says how many more there are', async () => {
    const { personId, email } = await addMember(auth(), workspaceId);
    const items = Array.from({ length: 23 }, (_, number) => ({ text: `Unit ${number} was sold.`, path: 'properties' }));
    expect(await mail('nml_1', personId, { items })).to.equal(true);
    const { subject, text } = await auth().mailbox.last(email);
    expect(subject).to.equal('Harbour: 23 notifications');
    expect(text).to.include('Unit 19 was sold.').and.include('And 3 more.');
    expect(text).to.not.include('Unit 20 was sold.');
  });

  it('is sent once per id, and delays the next email to the person by five minutes', async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    const all = await Promise.all([1, 2, 3].map(() => mail('nml_1', agentId)));
    expect(all).to.deep.equal([true, true, true]);
    await auth().mailbox.last(email);
    expect(await mail('nml_2', agentId)).to.equal(true);
    const { live } = auth().runtime.databases;
    const [waiting] = await live.collection('mails').find({}).toArray();
    expect(waiting?.resume_at.getTime() - waiting?.created_at.getTime()).to.be.within(4.5 * 60_000, 5 * 60_000);
    expect(auth().mailbox.countTo(email)).to.equal(1);
  });

  it('is not sent to deactivated people, to other workspaces, or about the sandbox', async () => {
    const former = await addMember(auth(), workspaceId);
    await auth().agents.put(workspaceId, former.agentId, { status: 'inactive' });
    const { id: elsewhere } = await auth().workspace('Elsewhere');
    const stranger = await addMember(auth(), elsewhere);
    const member = await addMember(auth(), workspaceId);
    for (const id of [former.agentId, former.personId, stranger.agentId, stranger.personId, 'agent_unknown']) {
      expect(await mail(`nml of ${id}`, id)).to.equal(false);
    }
    const codeOf = (mailing: Promise<boolean>) => mailing.then(String, (error) => Reflect.get(error, 'code'));
    expect(await codeOf(mail('nml_1', member.agentId, { mode: 'sandbox' }))).to.equal('FORBIDDEN');
    expect(await codeOf(mail('nml_1', member.agentId, { items: [] }))).to.equal('VALIDATION_ERROR');
    const foreign = [{ text: 'Look', path: '//evil.example' }];
    expect(await codeOf(mail('nml_1', member.agentId, { items: foreign }))).to.equal('VALIDATION_ERROR');
    for (const { email } of [former, stranger, member]) expect(auth().mailbox.countTo(email)).to.equal(0);
  });

  it('can be turned off with the button on its page, and by a mail program without a cookie', async () => {
    const { agentId, personId, email } = await addMember(auth(), workspaceId);
    await mail('nml_1', agentId);
    const path = toPath((await auth().mailbox.last(email)).unsubscribeUrl);
    const browser = new BrowserSession(auth().url);
    const page = await browser.get(path);
    expect([page.status, page.text.includes('Harbour')]).to.deep.equal([200, true]);
    const journal = auth().runtime.databases.live.collection('journal');
    const entries = () => journal.find({ type: 'unsubscribed' }).toArray();
    expect(await entries(), 'mail scanners open links').to.deep.equal([]);
    expect((await browser.submit(path, page)).text).to.include('Notification emails are off');
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const bodies = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form];
    for (const body of bodies) {
      expect((await fetch(auth().url + path, { method: 'POST', body })).status).to.equal(200);
    }
    await eventually(async () => expect(await entries()).to.have.length(3));
    const [entry] = await entries();
    const { event, data } = JSON.parse(entry?.events[0].payload);
    expect(event).to.equal('notification.unsubscribed');
    expect(data).to.deep.equal({ workspace_id: workspaceId, person_id: personId, agent_id: agentId });
  });

  it("can't be turned off with a link that was tampered with", async () => {
    const { agentId, email } = await addMember(auth(), workspaceId);
    await mail('nml_1', agentId);
    const path = toPath((await auth().mailbox.last(email)).unsubscribeUrl);
    for (const wrong of [path.slice(0, -2), path.replace(/token=.*/, 'token='), '/auth/unsubscribe']) {
      expect((await new BrowserSession(auth().url).get(wrong)).status).to.equal(404);
      expect((await fetch(auth().url + wrong, { method: 'POST' })).status).to.equal(404);
    }
    const journal = auth().runtime.databases.live.collection('journal');
    expect(await journal.countDocuments({ type: 'unsubscribed' })).to.equal(0);
  });
});
