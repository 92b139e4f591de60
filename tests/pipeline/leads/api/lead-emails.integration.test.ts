import { newId } from '@plotline/kit/core/ids';
import { LeadEmailsServiceService } from '@plotline/protos/plotline/pipeline/v1/lead_emails';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import type { Reply } from '../../../support/started-service.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const at = Date.parse('2026-03-02T10:00:00.000Z');

describe('LeadEmailsService', () => {
  const pipeline = useFixture(startPipeline);
  let turns = 0;

  const newEmail = () => {
    turns += 1;
    return `person-${turns}@example.com`;
  };
  const emailsOf = async (id: string): Promise<Reply['body'][]> =>
    (await pipeline().request('GET', `/v1/leads/${id}/activity`)).body.filter(
      ({ type }: { type: string }) => type === 'email',
    );
  const record = (lead_id: string, change: object = {}) => {
    const email = { id: newId('eml'), lead_id, status: 'sent', at, subject: 'Villa 9', text: 'Hi', reason: '' };
    return pipeline().rpc(LeadEmailsServiceService.recordEmail, { ...email, ...change }, callContext());
  };
  const receive = (from: string, id = newId('hev')) => {
    const mail = { id, from, subject: 'Re: Villa 9', text: 'Yes.', at };
    return pipeline().rpc(LeadEmailsServiceService.receiveEmail, mail, callContext());
  };
  const inquire = (change: object = {}) => {
    const inquiry = {
      ...{ id: newId('hev'), portal: 'Bayut', name: 'Omar Said', email: newEmail(), phone: '+971501234568' },
      ...{ message: 'I am interested.', listings: [], agent: '', at, ...change },
    };
    return pipeline().rpc(LeadEmailsServiceService.receiveInquiry, inquiry, callContext());
  };

  it('adds each state of an email once, and counts a sent email as a contact', async () => {
    const { id } = await pipeline().lead();
    const email = newId('eml');
    await Promise.all([record(id, { id: email }), record(id, { id: email })]);
    for (const status of ['delivered', 'opened', 'delivered']) await record(id, { id: email, status, text: '' });
    const entries = await emailsOf(id);
    expect(entries.map(({ status }) => status)).to.have.members(['sent', 'delivered', 'opened']);
    expect(entries.find(({ status }) => status === 'sent')).to.deep.include({
      ...{ email_id: email, direction: 'out', subject: 'Villa 9', text: 'Hi' },
      description: 'An email was sent.',
      timestamp: '2026-03-02T10:00:00.000Z',
    });
    const { body: lead } = await pipeline().request('GET', `/v1/leads/${id}`);
    expect(lead.last_contacted).to.be.a('string');
  });

  it('follows a merge, and ignores an unknown lead', async () => {
    const [{ id: merged }, { id: survivor }] = [await pipeline().lead(), await pipeline().lead()];
    await pipeline().request('POST', `/v1/leads/${survivor}/merge`, { body: { lead_id: merged } });
    await record(merged);
    expect(await emailsOf(survivor)).to.have.length(1);
    await record('lead_unknown');
  });

  it("adds an email to the newest open lead with the sender's address", async () => {
    const email = newEmail();
    const { id: won } = await pipeline().lead({ email });
    const { id: open } = await pipeline().lead({ email });
    const { id: lost } = await pipeline().lead({ email });
    await pipeline().request('POST', `/v1/leads/${lost}/lost`, { body: { reason: 'other' } });
    const id = newId('hev');
    for (let times = 0; times < 2; times += 1) {
      expect((await receive(email.toUpperCase(), id)).lead_id).to.equal(open);
    }
    expect(await emailsOf(open)).to.have.length(1);
    expect((await emailsOf(open))[0]).to.deep.include({ direction: 'in', status: 'received', text: 'Yes.' });
    expect(await emailsOf(won)).to.deep.equal([]);
    expect((await receive('nobody@example.com')).lead_id).to.equal(undefined);
  });

  it('creates a lead with the source portal once, even when calls are concurrent', async () => {
    const inquiry = { id: newId('hev'), email: newEmail() };
    const results = await Promise.all([inquire(inquiry), inquire(inquiry), inquire(inquiry)]);
    expect(new Set(results.map(({ lead_id }) => lead_id)).size).to.equal(1);
    const id = results[0]?.lead_id ?? '';
    const { body: lead } = await pipeline().request('GET', `/v1/leads/${id}`);
    expect(lead).to.deep.include({ source: 'portal', name: 'Omar Said', email: inquiry.email, stage: 'new' });
    expect(await emailsOf(id)).to.have.length(1);
    expect((await emailsOf(id))[0]).to.deep.include({ portal: 'Bayut', text: 'I am interested.' });
  });

  it('adds an inquiry to the lead with the same email', async () => {
    const email = newEmail();
    const { id } = await pipeline().lead({ email });
    expect(await inquire({ email, phone: '' })).to.deep.equal({ lead_id: id, is_new: false });
    expect(await emailsOf(id)).to.have.length(1);
  });

  it("prefers an open lead to an older one, and keeps the inquiry's data that the lead lacks in the email's text", async () => {
    const email = newEmail();
    const phone = '+971501234571';
    await pipeline().lead({ email: newEmail(), phone });
    const { id: lost } = await pipeline().lead({ email });
    await pipeline().request('POST', `/v1/leads/${lost}/lost`, { body: { reason: 'other' } });
    const { id } = await pipeline().lead({ name: 'Omar Said', email });
    const given = { email, phone, name: 'Omar S.', listings: ['REF-7'] };
    expect(await inquire(given)).to.deep.equal({ lead_id: id, is_new: false });
    const [entry] = await emailsOf(id);
    const text = `I am interested.\n\nName: Omar S.\nPhone: ${phone}\nReference: REF-7`;
    expect(entry).to.deep.include({ text });
  });

  it("assigns a new lead to the connection's agent, or to no one if that agent is unknown", async () => {
    const assigned = async (agent: string) => {
      const { lead_id } = await inquire({ agent, phone: '' });
      return (await pipeline().request('GET', `/v1/leads/${lead_id}`)).body.assigned_agent;
    };
    expect(await assigned('agent_amira')).to.equal('agent_amira');
    expect(await assigned('agent_unknown')).to.equal(null);
  });

  it('refuses an invalid address, an invalid name and an unknown state', async () => {
    expect((await refusalOf(() => inquire({ email: 'nobody' }))).code).to.equal('VALIDATION_ERROR');
    expect((await refusalOf(() => inquire({ name: ' ' }))).code).to.equal('VALIDATION_ERROR');
    expect((await refusalOf(() => record('lead_1', { status: 'read' }))).code).to.equal('VALIDATION_ERROR');
  });
});
