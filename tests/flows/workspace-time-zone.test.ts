import { expect } from 'chai';
import { askAuth } from '../support/auth-host.js';
import { eventually } from '../support/eventually.js';
import { newPerson } from '../support/person.js';
import { newWorkspace } from '../support/workspace.js';

describe("a workspace's time zone", () => {
  it('determines the days in lists, reports, exports and digests soon after the owner has set it', async () => {
    const workspace = await newWorkspace();
    const { api } = workspace;
    const { agentId, token } = await newPerson(workspace, 'owner');
    const digest = await api.create('/v1/integrations', {
      kind: 'mail_digest',
      name: 'Morning mail',
      events: ['lead.created'],
      recipients: [agentId],
      schedule: { frequency: 'daily', hour: 8 },
    });
    const now = new Date();
    // In this zone, the date differs from the UTC date.
    const time_zone = now.getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
    const set = await askAuth('PUT', '/auth/workspace', { time_zone, country: 'ws' }, token);
    expect(set.data).to.include({ time_zone, country: 'WS' });
    const lead = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    const here = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(now);
    const utc = now.toISOString().slice(0, 10);
    const readDay = async (day: string) => {
      const { records } = await api.get(`/v1/leads?created_after=${day}&created_before=${day}`);
      const { body } = await api.get(`/v1/analytics/overview?start_date=${day}&end_date=${day}`);
      return [records.map(({ id }) => id), Reflect.get(Object(body), 'data').leads.new];
    };
    await eventually(async () => {
      expect(await readDay(here)).to.deep.equal([[lead.id], 1]);
      expect(await readDay(utc)).to.deep.equal([[], 0]);
      const { record } = await api.get(`/v1/integrations/${digest.id}`);
      expect(record['schedule']).to.include({ time_zone, follows_workspace: true });
    });
    const filters = { created_after: here, created_before: here };
    const { record: job } = await api.post('/v1/exports', { resource: 'leads', format: 'json', filters });
    await eventually(async () => {
      const { record } = await api.get(`/v1/exports/${job.id}`);
      expect(record).to.include({ status: 'completed', records: 1 });
    });
  });
});
