import { expect } from 'chai';
import mongoose from 'mongoose';
import { eventually } from '../support/eventually.js';
import { readMail } from '../support/mail-folder.js';
import { newPerson } from '../support/person.js';
import { startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { useFixture } from '../support/use-fixture.js';
import { newWorkspace } from '../support/workspace.js';

/** Reduces a failed delivery to its last attempt and makes that attempt due now, because the schedule takes a day. */
async function makeLastAttemptDue(webhookId: string): Promise<void> {
  const connection = await mongoose
    .createConnection(system().mongoUrl, { dbName: 'plotline_webhook_live' })
    .asPromise();
  try {
    const due = { $set: { remaining_attempts: 1, due_at: new Date() }, $inc: { version: 1 } };
    await connection.collection('deliveries').updateOne({ webhook_id: webhookId }, due);
    const queue = { $set: { due_at: new Date() }, $inc: { revision: 1 } };
    await connection.collection<{ _id: string }>('endpoint_queues').updateOne({ _id: webhookId }, queue);
  } finally {
    await connection.close();
  }
}

describe('a webhook disabled by failing deliveries', () => {
  const receiver = useFixture(startReceiver);

  it('is reported to the owner by email and to the workspace by notification, and receives missed events when they are resent', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const owner = await newPerson(workspace, 'owner');
    receiver().answer = (response) => void response.writeHead(503).end('closed for repairs');
    const { id } = await api.create('/v1/webhooks', { url: receiver().url, events: ['property.created'] });
    const property = { name: 'Palm Court', type: 'apartment', location: { city: 'Dubai' } };
    await api.create('/v1/properties', property);
    const log = `/v1/webhooks/${id}/deliveries`;
    await eventually(async () => expect((await api.get(`${log}?response_code=503`)).records).to.have.length(1));
    const [failed] = (await api.get(log)).records;
    const { record: shown } = await api.get(`${log}/${failed?.id}`);
    const [seen] = receiver().received;
    expect(shown).to.deep.nested.include({ 'request.url': receiver().url, 'request.body': seen?.body });
    await makeLastAttemptDue(id);

    const notice = await eventually(async () => {
      const [found] = (await api.get('/v1/notifications?type=webhook.disabled')).records;
      if (!found) throw new Error('There is no notification.');
      return found;
    });
    expect(notice).to.deep.include({ subject: { type: 'webhook', id } });
    expect(notice).to.have.nested.property('data.last_answer.response_body', 'closed for repairs');
    const mail = (await readMail(owner.email, /^Subject: A webhook of .* was disabled$/m)).replaceAll('\u200b', '');
    expect(mail).to.include(id).and.include('status 503').and.include('closed for repairs');

    await api.create('/v1/properties', { ...property, name: 'Palm Grove' });
    await eventually(async () => expect((await api.get(`${log}?status=pending`)).records).to.have.length(1));
    receiver().received.length = 0;
    receiver().answer = (response) => void response.end();
    const body = { from: new Date(Date.now() - 3_600_000).toISOString() };
    expect((await api.call('POST', `/v1/webhooks/${id}/resend`, { body })).status).to.equal(409);
    await api.call('PUT', `/v1/webhooks/${id}`, { body: { active: true } });
    const asked = await api.call('POST', `/v1/webhooks/${id}/resend`, { body });
    expect(asked.status).to.equal(202);
    const done = await eventually(async () => {
      const [found] = (await api.get('/v1/notifications?type=resend.completed')).records;
      if (!found) throw new Error('There is no notification.');
      return found;
    });
    expect(done).to.deep.include({ subject: { type: 'resend', id: asked.record.id } });
    expect(done).to.have.nested.property('data.counts').that.includes({ resent: 2, delivered: 2 });
    expect(receiver().received).to.have.length(2);
  });
});
