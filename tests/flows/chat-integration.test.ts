import { expect } from 'chai';
import mongoose from 'mongoose';
import { eventually } from '../support/eventually.js';
import { startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { useFixture } from '../support/use-fixture.js';
import { newWorkspace } from '../support/workspace.js';

/** Reduces a failed delivery to its last attempt and makes that attempt due now, because the schedule takes a day. */
async function makeLastAttemptDue(integrationId: string): Promise<void> {
  const connection = await mongoose
    .createConnection(system().mongoUrl, { dbName: 'plotline_webhook_live' })
    .asPromise();
  try {
    const due = { $set: { remaining_attempts: 1, due_at: new Date() }, $inc: { version: 1 } };
    await connection
      .collection('integration_deliveries')
      .updateOne({ webhook_id: integrationId, status: 'failed' }, due);
    const queue = { $set: { due_at: new Date() }, $inc: { revision: 1 } };
    await connection.collection<{ _id: string }>('integration_queues').updateOne({ _id: integrationId }, queue);
  } finally {
    await connection.close();
  }
}

describe('an integration with a chat', () => {
  const chat = useFixture(startReceiver);

  it('posts events as messages, retries while the chat is unavailable, and is then disabled with a notification', async () => {
    const { api } = await newWorkspace();
    const template = '{{title}}: {{lead.name}} ({{lead.source}})';
    const body = { kind: 'google_chat', name: 'Sales', events: ['lead.created'], url: chat().url, template };
    const { id } = await api.create('/v1/integrations', body);
    await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor@example.com' });
    await eventually(() => expect(chat().received).to.have.length(1));
    expect(JSON.parse(chat().received[0]?.body ?? '')).to.deep.equal({ text: 'Lead created: Noor Haddad (api)' });
    const log = `/v1/integrations/${id}/deliveries`;
    const delivered = await eventually(async () => {
      const [found] = (await api.get(`${log}?status=delivered`)).records;
      if (!found) throw new Error('Nothing was delivered.');
      return found;
    });
    const { record } = await api.get(`${log}/${delivered.id}`);
    expect(record).to.deep.nested.include({ 'request.url': null, 'request.body': chat().received[0]?.body });

    chat().answer = (response) => void response.writeHead(404).end('The space is gone.');
    await api.create('/v1/leads', { name: 'Ines Prado', email: 'ines@example.com' });
    const [failed] = await eventually(async () => {
      const { records } = await api.get(`${log}?status=failed`);
      expect(records).to.have.length(1);
      return records;
    });
    expect(failed).to.have.property('next_retry');
    await makeLastAttemptDue(id);
    const notice = await eventually(async () => {
      const [found] = (await api.get('/v1/notifications?type=integration.disabled')).records;
      if (!found) throw new Error('There is no notification.');
      return found;
    });
    expect(notice).to.deep.include({ subject: { type: 'integration', id } });
    expect((await api.get(`/v1/integrations/${id}`)).record).to.include({ active: false });
  });
});
