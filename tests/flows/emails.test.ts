import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiRecord } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { rememberSecret } from '../support/secrets/given-secrets.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const password = `hook-${randomUUID()}`;
rememberSecret(password, 'password of a hook');

/** The running system uses a fake Postmark. The test sends Postmark's events. */
describe('emails in the running system', () => {
  let workspace: TestWorkspace;
  let agent: ApiRecord;
  let connection: ApiRecord;

  before(async () => {
    workspace = await newWorkspace();
    agent = await workspace.api.create('/v1/agents', { email: 'sara@harbour.example', name: 'Sara Novak' });
    connection = await workspace.api.create('/v1/connections', {
      provider: 'postmark',
      settings: { from_address: 'sales@harbour.example', assigned_agent: String(agent.id) },
      credentials: { server_token: randomUUID(), hook_password: password },
    });
  });

  async function report(event: object, given = password): Promise<number> {
    const url = `${system().urls.api}${new URL(String(connection.hook_url)).pathname}`;
    const authorization = `Basic ${Buffer.from(`plotline:${given}`).toString('base64')}`;
    return (await fetch(url, { method: 'POST', headers: { authorization }, body: JSON.stringify(event) })).status;
  }

  const emailsOf = async (id: unknown) =>
    (await workspace.api.get(`/v1/leads/${id}/activity`)).records.filter(({ type }) => type === 'email');

  it('turn an email from a portal into one lead with an agent', async () => {
    const mail = {
      MessageID: randomUUID(),
      FromFull: { Email: 'no-reply@bayut.com', Name: 'Bayut' },
      Subject: 'New inquiry',
      TextBody: 'Customer Name: Omar Said\nCustomer Email: omar.said@example.com\nCustomer Message: Is it free?',
      Headers: [{ Name: 'Message-ID', Value: `<${randomUUID()}@bayut.com>` }],
    };
    expect(await report(mail, 'forged')).to.equal(401);
    for (let times = 0; times < 3; times += 1) expect(await report(mail)).to.equal(200);
    const [lead] = await eventually(async () => {
      const { records } = await workspace.api.get('/v1/leads?source=portal');
      expect(records).to.have.length(1);
      return records;
    });
    expect(lead).to.include({ name: 'Omar Said', email: 'omar.said@example.com', assigned_agent: agent.id });
    await eventually(async () => expect(await emailsOf(lead?.id)).to.have.length(1));
  });

  it('are sent to a lead, and show their delivery and the reply', async () => {
    const { api } = workspace;
    const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor.haddad@example.com' });
    const email = await api.create(`/v1/leads/${lead.id}/emails`, { subject: 'Villa 9', text: 'Friday?' });
    await eventually(async () =>
      expect((await emailsOf(lead.id))[0]).to.include({ status: 'sent', email_id: email.id }),
    );
    const delivery = { RecordType: 'Delivery', MessageID: randomUUID(), DeliveredAt: new Date().toISOString() };
    await report({ ...delivery, Metadata: { plotline_email: email.id } });
    await report({
      MessageID: randomUUID(),
      FromFull: { Email: 'noor.haddad@example.com', Name: 'Noor Haddad' },
      Subject: 'Re: Villa 9',
      TextBody: 'Yes.\n\nOn Mon, 2 Mar 2026 at 10:00, Sales <sales@harbour.example> wrote:\n> Friday?',
    });
    await eventually(async () => {
      const statuses = (await emailsOf(lead.id)).map(({ status }) => status);
      expect(statuses).to.have.members(['sent', 'delivered', 'received']);
    });
    const answer = (await emailsOf(lead.id)).find(({ status }) => status === 'received');
    expect(answer).to.include({ direction: 'in', text: 'Yes.' });
  });
});
