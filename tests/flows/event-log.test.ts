import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiClient, type ApiRecord } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { newPerson } from '../support/person.js';
import { startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { useFixture } from '../support/use-fixture.js';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.js';

interface LogMeta {
  readonly next_cursor: string;
  readonly has_more: boolean;
}

/** One page of the event log, with `after`. */
async function readLog(api: ApiClient, query: Readonly<Record<string, string>> = {}) {
  const { body, records } = await api.get(`/v1/events?${new URLSearchParams(query)}`);
  const meta: LogMeta = Reflect.get(Object(body), 'meta');
  return { records, meta };
}

/** Last events of a round of trade. */
const rounds = ['lead.deleted', 'unit.deleted', 'property.deleted', 'deal.cancelled', 'invoice.voided'];

describe('the event log over HTTP', () => {
  let workspace: TestWorkspace;
  const receiver = useFixture(startReceiver);

  /** Creates, changes, sells and deletes records. This causes events of all kinds of records except agents. */
  async function trade(place: number): Promise<void> {
    const { api } = workspace;
    const property = { name: `Quay ${place}`, type: 'apartment', location: { city: 'Faro' } };
    const { id: property_id } = await api.create('/v1/properties', property);
    const unit = { property_id, name: 'A 1', price: { amount: 90_000, currency: 'EUR' } };
    const { id: unitId } = await api.create('/v1/units', unit);
    const { id: spareId } = await api.create('/v1/units', { ...unit, name: 'A 2' });
    const { id: leadId } = await api.create('/v1/leads', { name: 'Noor', email: `noor.${place}@example.com` });
    await api.post(`/v1/leads/${leadId}/won`, { property_id: unitId, deal_value: 90_000 });
    await api.post(`/v1/leads/${leadId}/stage`, { stage: 'new' });
    await api.delete(`/v1/units/${spareId}`);
    await api.delete(`/v1/leads/${leadId}`);
    await api.delete(`/v1/properties/${property_id}`);
  }

  before(async () => {
    workspace = await newWorkspace();
    await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['*'] });
  });

  it("shows a polling client each of a webhook's events exactly once while records change", async () => {
    const read: ApiRecord[] = [];
    let isDone = false;
    const poll = async () => {
      let after = {};
      for (;;) {
        const { records, meta } = await readLog(workspace.api, { ...after, per_page: '7' });
        read.push(...records);
        after = { after: meta.next_cursor };
        if (isDone && !meta.has_more) return;
        if (!meta.has_more) await sleep(20);
      }
    };
    const change = async () => {
      await Promise.all(Array.from({ length: 3 }, (_, place) => trade(place)));
      await eventually(async () => {
        const ids = new Set(receiver().received.map(({ headers }) => headers['webhook-id']));
        expect(read.length).to.equal(ids.size);
        expect(rounds.map((name) => read.filter(({ event }) => event === name).length)).to.deep.equal([3, 6, 3, 3, 3]);
      });
      isDone = true;
    };
    await Promise.all([poll(), change()]);
    expect(read.map(({ id }) => id)).to.have.length(new Set(read.map(({ id }) => id)).size);
    const sent = new Map(receiver().received.map(({ body, headers }) => [headers['webhook-id'], JSON.parse(body)]));
    const toData = ({ id, event, timestamp }: ApiRecord) => ({ id, event, timestamp });
    expect([...read].map(toData)).to.have.deep.members([...sent.values()].map(toData));
    for (const entry of read.filter(({ event }) => !String(event).startsWith('lead.'))) {
      expect(entry).to.deep.equal(sent.get(entry.id));
    }
  });

  it('shows a key only records within its scopes, and refuses people who may not see every unit', async () => {
    const { key } = await newKey(workspace.id, 'live', ['read:properties']);
    const { records } = await readLog(new ApiClient(system().urls.api, key), { per_page: '100' });
    const groups = new Set(records.map(({ event }) => String(event).split('.')[0]));
    expect(groups).to.deep.equal(new Set(['property', 'unit']));
    const { token } = await newPerson(workspace, 'agent');
    const refused = await new ApiClient(system().urls.api, token).get('/v1/events');
    expect([refused.status, refused.error.reason]).to.deep.equal([403, 'role_not_allowed']);
  });

  it('excludes sandbox events, and refuses a sandbox cursor', async () => {
    const { meta, records } = await readLog(workspace.sandbox);
    expect(records).to.deep.equal([]);
    const { status, error } = await workspace.api.get(`/v1/events?after=${meta.next_cursor}`);
    expect([status, error.details?.[0]?.field]).to.deep.equal([422, 'after']);
  });
});
