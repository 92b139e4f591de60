import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import { servedDocument } from '../support/contract/served-contract.js';
import { isTree } from '../support/contract/tree.js';
import { createEventCheck } from '../support/event-check.js';
import { eventually } from '../support/eventually.js';
import { type Received, startReceiver } from '../support/receiver.js';
import { useFixture } from '../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const property = {
  name: 'Harbour Point',
  type: 'apartment',
  location: {
    address: '1 Quay Street',
    area: 'Docklands',
    city: 'Port Ellis',
    country: 'Northland',
    coordinates: { lat: 51.5, lng: -0.1 },
  },
  pricing: { currency: 'EUR', min_price: 200_000, max_price: 900_000 },
};

interface Event {
  readonly id: string;
  readonly event: string;
  readonly workspace_id: string;
  readonly data: Readonly<Record<string, unknown>>;
}

function parseEvent({ body }: Received): Event {
  const event: Event = JSON.parse(body);
  return event;
}

function isSigned({ headers, body }: Received, secret: string): boolean {
  const expected = createHmac('sha256', secret).update(`${headers['x-service-timestamp']}.${body}`).digest('hex');
  return headers['x-service-signature'] === `sha256=${expected}`;
}

describe('a first sale over HTTP with an API key', () => {
  let workspace: TestWorkspace;
  const receiver = useFixture(startReceiver);
  let secret: unknown;
  const ids: Record<'property' | 'unit' | 'agent' | 'lead' | 'deal', string> = {
    property: '',
    unit: '',
    agent: '',
    lead: '',
    deal: '',
  };

  before(async () => {
    workspace = await newWorkspace();
    const subscription = await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['*'] });
    secret = subscription.secret;
  });

  it('creates a property, a unit in it, and an agent', async () => {
    const { api } = workspace;
    ids.property = (await api.create('/v1/properties', property)).id;
    const unit = {
      property_id: ids.property,
      name: 'Unit 7',
      price: { amount: 450_000, currency: 'EUR' },
      bedrooms: 2,
    };
    ids.unit = (await api.create('/v1/units', unit)).id;
    ids.agent = (
      await api.create('/v1/agents', { email: 'Ada@Example.com', name: 'Ada Lopez', commission: { rate: 0.02 } })
    ).id;
    expect((await api.get(`/v1/agents/${ids.agent}`)).record).to.include({
      email: 'ada@example.com',
      status: 'invited',
      role: 'agent',
    });
    expect((await api.get(`/v1/properties/${ids.property}`)).record).to.include({ units_count: 1, units_available: 1 });
  });

  it('creates a lead and moves it through the stages', async () => {
    const { api } = workspace;
    const lead = await api.create('/v1/leads', {
      name: 'Noor Haddad',
      email: 'noor@example.com',
      source: 'website',
      interested_properties: [ids.property],
      assigned_agent: ids.agent,
    });
    ids.lead = lead.id;
    expect(lead).to.include({ stage: 'new', assigned_agent: ids.agent });
    expect(lead.score).to.be.a('number').to.be.within(0, 100);
    for (const stage of ['contacted', 'qualified', 'viewing', 'negotiation']) {
      const moved = await api.post(`/v1/leads/${ids.lead}/stage`, { stage });
      expect([moved.status, moved.record.stage]).to.deep.equal([200, stage]);
    }
    expect((await api.post(`/v1/leads/${ids.lead}/stage`, { stage: 'negotiation' })).status).to.equal(200);
  });

  it("wins the lead, which sells the unit, closes the deal, and calculates the commission at the agent's rate", async () => {
    const { api } = workspace;
    const sale = { property_id: ids.unit, deal_value: 445_000 };
    const won = await api.post(`/v1/leads/${ids.lead}/won`, sale);
    expect([won.status, won.record.stage]).to.deep.equal([200, 'won']);
    const deal = won.record.deal;
    expect(deal).to.include({ lead_id: ids.lead, unit_id: ids.unit, property_id: ids.property, agent_id: ids.agent });
    expect(deal).to.include({ value: 445_000, currency: 'EUR', commission: 8_900, status: 'closed' });
    const [listed] = (await api.get('/v1/deals')).records;
    ids.deal = listed?.id ?? '';
    expect((await api.get(`/v1/deals/${ids.deal}`)).record).to.deep.equal(deal);
    expect((await api.get(`/v1/units/${ids.unit}`)).record.status).to.equal('sold');
    expect((await api.get(`/v1/properties/${ids.property}`)).record).to.include({ units_count: 1, units_available: 0 });
    const again = await api.post(`/v1/leads/${ids.lead}/won`, sale);
    expect([again.status, again.record.deal]).to.deep.equal([200, deal]);
    expect((await api.post(`/v1/leads/${ids.lead}/won`, { ...sale, deal_value: 1 })).status).to.equal(409);
  });

  it("has every move in the lead's timeline, newest first", async () => {
    const { records } = await workspace.api.get(`/v1/leads/${ids.lead}/activity?per_page=50`);
    const moves = records.filter(({ type }) => type === 'stage_change').map(({ changes }) => changes);
    expect(moves).to.deep.equal(
      [
        ['negotiation', 'won'],
        ['viewing', 'negotiation'],
        ['qualified', 'viewing'],
        ['contacted', 'qualified'],
        ['new', 'contacted'],
      ].map(([from, to]) => ({ stage: { from, to } })),
    );
    expect(records.map(({ type }) => type))
      .to.include('created')
      .and.contain('deal_closed');
    const times = records.map(({ timestamp }) => String(timestamp));
    expect(times).to.deep.equal([...times].sort().reverse());
  });

  it('delivers every event to the webhook once, with a signature', async () => {
    const expected: Record<string, number> = {
      'property.created': 1,
      'unit.created': 1,
      'agent.created': 1,
      'lead.created': 1,
      'lead.assigned': 1,
      'lead.updated': 5,
      'lead.stage_changed': 5,
      'lead.won': 1,
      'unit.updated': 1,
      'unit.sold': 1,
      'deal.created': 1,
      'deal.closed': 1,
      'commission.calculated': 1,
      'invoice.created': 1,
    };
    const total = Object.values(expected).reduce((sum, count) => sum + count, 0);
    await eventually(() => expect(receiver().received).to.have.length(total));
    const counts: Record<string, number> = {};
    for (const { event } of receiver().received.map(parseEvent)) counts[event] = (counts[event] ?? 0) + 1;
    expect(counts).to.deep.equal(expected);
    expect(new Set(receiver().received.map((one) => parseEvent(one).id)).size).to.equal(total);
    expect(receiver().received.filter((one) => !isSigned(one, String(secret)))).to.deep.equal([]);
    expect(receiver().received.every((one) => parseEvent(one).workspace_id === workspace.id)).to.equal(true);
  });

  it('delivers events that match the served document, including their headers', async () => {
    const document = await servedDocument(workspace.api.base);
    if (!isTree(document) || !isTree(document.webhooks)) throw new Error('The served document has no webhooks.');
    const check = createEventCheck(document);
    for (const one of receiver().received) {
      const { event } = parseEvent(one);
      check(JSON.parse(one.body));
      const { post }: { post: { parameters: { name: string; schema: { pattern?: string } }[] } } = Object(
        document.webhooks[event],
      );
      for (const { name, schema } of post.parameters) {
        expect(one.headers[name.toLowerCase()], name).to.match(new RegExp(schema.pattern ?? '.'));
      }
    }
  });

  it('publishes each record in events as GET returns it, with its previous values', async () => {
    const events = receiver().received.map(parseEvent);
    const sold = events.find(({ event }) => event === 'unit.sold');
    expect(sold?.data).to.deep.equal((await workspace.api.get(`/v1/units/${ids.unit}`)).record);
    const closed = events.find(({ event }) => event === 'deal.closed');
    expect(closed?.data).to.deep.equal((await workspace.api.get(`/v1/deals/${ids.deal}`)).record);
    const updated = events
      .filter(({ event }) => event === 'lead.updated')
      .map((event) => Reflect.get(event, 'previous'));
    expect(updated[0]).to.include({ stage: 'new' });
  });

  it('is invisible on the sandbox host and to another workspace', async () => {
    const other = await newWorkspace();
    for (const api of [workspace.sandbox, other.api]) {
      for (const path of [
        `/v1/leads/${ids.lead}`,
        `/v1/units/${ids.unit}`,
        `/v1/properties/${ids.property}`,
        `/v1/agents/${ids.agent}`,
        `/v1/deals/${ids.deal}`,
      ]) {
        expect((await api.get(path)).status).to.equal(404);
      }
      expect((await api.get('/v1/leads')).records).to.deep.equal([]);
    }
  });
});
