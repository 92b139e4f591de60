import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { openBrowser } from '../../support/people.js';

describe('/auth/workspace', () => {
  const auth = useFixture(startAuth);

  it('can be read by every role, and changed field by field by owners and admins', async () => {
    const agent = await createMember(auth(), 'agent');
    const reader = await openBrowser(auth(), agent.login);
    const read = await reader.ask('GET', '/auth/workspace');
    expect(read.data).to.include({ id: agent.workspace.id, currency: 'EUR', require_two_factor: false });
    expect((await reader.ask('PUT', '/auth/workspace', { name: 'Mine now' })).status).to.equal(403);
    for (const role of ['owner', 'admin']) {
      const person = await createMember(auth(), role);
      const browser = await openBrowser(auth(), person.login);
      const changed = await browser.ask('PUT', '/auth/workspace', { currency: 'GBP', plan: 'enterprise' });
      expect(changed.status).to.equal(200);
      expect(changed.data).to.include({ name: person.workspace.name, currency: 'GBP', plan: 'professional' });
      const [entry] = await auth().journal(person.workspace.id);
      expect(entry?.changes).to.deep.equal({ currency: { from: 'EUR', to: 'GBP' } });
    }
  });

  it('has a country and a time zone, and notifies the other services only when these change', async () => {
    const { login, workspace } = await createMember(auth(), 'owner');
    const browser = await openBrowser(auth(), login);
    expect((await browser.ask('GET', '/auth/workspace')).data).to.include({ country: null, time_zone: 'UTC' });
    const place = { country: 'ae', time_zone: 'asia/kolkata' };
    const changed = await browser.ask('PUT', '/auth/workspace', place);
    expect([changed.status, changed.data]).to.deep.equal([
      200,
      { ...changed.data, country: 'AE', time_zone: 'Asia/Kolkata' },
    ]);
    await browser.ask('PUT', '/auth/workspace', { country: 'AE', name: 'Another name' });
    const cleared = await browser.ask('PUT', '/auth/workspace', { country: null });
    expect(cleared.data).to.include({ country: null, time_zone: 'Asia/Kolkata' });
    const events = (await auth().journal(workspace.id)).flatMap((entry) => entry.events);
    const told = events.filter(({ name }) => name === 'workspace.updated').map(({ payload }) => JSON.parse(payload));
    const data = { id: workspace.id, country: 'AE', time_zone: 'Asia/Kolkata', currency: 'EUR' };
    expect(told.map((event) => [event.data, event.previous])).to.have.deep.members([
      [data, { country: null, time_zone: 'UTC' }],
      [{ ...data, country: null }, { country: 'AE' }],
    ]);
  });

  it('has settings for holds, and reports the settings that differ from their defaults to the gateway', async () => {
    const { login, workspace } = await createMember(auth(), 'owner');
    const browser = await openBrowser(auth(), login);
    const defaults = { hold_hours: 72, hold_extensions: 2, invoice_lead_days: 30 };
    expect((await browser.ask('GET', '/auth/workspace')).data).to.include(defaults);
    const { key } = await auth().key(workspace.id);
    expect((await auth().verify(key)).settings).to.deep.equal({});
    const changed = await browser.ask('PUT', '/auth/workspace', { hold_hours: 8_760, hold_extensions: 2 });
    expect(changed.data).to.include({ hold_hours: 8_760, hold_extensions: 2 });
    expect((await auth().verify(key)).settings).to.deep.equal({ hold_hours: 8_760 });
  });

  it('refuses and reports invalid fields, and refuses a change that conflicts with another change', async () => {
    const { login } = await createMember(auth(), 'owner');
    const browser = await openBrowser(auth(), login);
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'Harbour\u202EHomes'],
      ['currency', 'coins'],
      ['country', 'Dubai'],
      ['country', 7],
      ['time_zone', 'Dubai'],
      ['time_zone', null],
      ['require_two_factor', 'yes'],
      ['hold_hours', 0],
      ['hold_hours', 8_761],
      ['hold_hours', 1.5],
      ['hold_hours', null],
      ['hold_extensions', -1],
      ['hold_extensions', 101],
      ['invoice_lead_days', -1],
      ['invoice_lead_days', 91],
      ['invoice_lead_days', null],
    ] as const) {
      const { status, error } = await browser.ask('PUT', '/auth/workspace', { [field]: value });
      expect([status, error.details[0].field]).to.deep.equal([422, field]);
    }
    const tag = (await browser.ask('GET', '/auth/workspace')).headers.get('etag') ?? '';
    await browser.ask('PUT', '/auth/workspace', { name: 'A new name' });
    const headers = { cookie: `plotline_session=${browser.token}`, 'x-csrf-token': browser.csrf, 'if-match': tag };
    const stale = await auth().ask('PUT', '/auth/workspace', { headers, body: { name: 'Another' } });
    expect(stale.status).to.equal(412);
  });
});
