import { expect } from 'chai';
import { parseRecords, readPage, readPages } from '../../../support/read-records.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { type Pipeline, startPipeline } from '../../support/pipeline.js';

describe('ReadRecords of leads, tasks and sale records', () => {
  const pipeline = useFixture(startPipeline);

  const names = async (query: string, as: object, limit = 2) =>
    parseRecords(...(await readPages(pipeline(), { resource: 'leads', query, limit }, as))).map(({ name }) => name);

  it("returns each lead that matches the list's filters once, in the form of GET", async () => {
    const as = { workspaceId: 'ws_leads' };
    const leads: Awaited<ReturnType<Pipeline['lead']>>[] = [];
    for (const [index, stage] of ['new', 'contacted', 'lost', 'new', 'lost', 'contacted'].entries()) {
      const email = `n${index}@example.com`;
      const fields = { name: `N${index}`, email, tags: index < 3 ? ['vip'] : [] };
      const { id } = await pipeline().lead(fields, as);
      leads.push((await pipeline().request('PUT', `/v1/leads/${id}`, { as, body: { stage } })).body);
    }
    expect(parseRecords(...(await readPages(pipeline(), { resource: 'leads', limit: 4 }, as)))).to.deep.equal(leads);
    expect(await names('stage=new,lost', as)).to.deep.equal(['N0', 'N2', 'N3', 'N4']);
    expect(await names('status=active', as)).to.deep.equal(['N0', 'N1', 'N3', 'N5']);
    expect(await names('tags=vip', as)).to.deep.equal(['N0', 'N1', 'N2']);
    expect(await names('search=n3%40example', as)).to.deep.equal(['N3']);
    expect(await names(`updated_after=${leads[4]?.['updated_at']}`, as)).to.deep.equal(['N4', 'N5']);
    expect((await readPage(pipeline(), { resource: 'leads', query: 'stage=lost', limit: 0 }, as)).total).to.equal(2);
  });

  it('returns the deal, the invoice and the commission of a sale in the form of GET', async () => {
    const { id } = await pipeline().lead();
    const won = { property_id: 'prop_river', deal_value: 250_000 };
    expect((await pipeline().request('POST', `/v1/leads/${id}/won`, { body: won })).status).to.equal(200);
    for (const resource of ['deals', 'invoices', 'commissions']) {
      const { body } = await pipeline().request('GET', `/v1/${resource}`);
      expect(parseRecords(await readPage(pipeline(), { resource }, {}))).to.deep.equal(body);
    }
    expect((await readPage(pipeline(), { resource: 'deals', query: 'status=closed' }, {})).total).to.equal(1);
    expect((await readPage(pipeline(), { resource: 'deals', query: 'status=cancelled' }, {})).total).to.equal(0);
  });

  it('returns instalments and payments in the form of GET, with the names of buyer and listing on request', async () => {
    const { id } = await pipeline().lead({ name: 'Ana', email: 'ana@example.com' });
    const instalments = [
      { label: 'Now', percent: 40, due: { on: 'sale', days: 0 } },
      { label: 'Later', percent: 60, due: { on: 'sale', days: 300 } },
    ];
    const body = { property_id: 'prop_river', deal_value: 250_000, instalments };
    const { deal } = (await pipeline().request('POST', `/v1/leads/${id}/won`, { body })).body;
    const [invoice] = (await pipeline().request('GET', `/v1/invoices?deal_id=${deal.id}`)).body;
    const payment = await pipeline().create(`/v1/invoices/${invoice.id}/payments`, { amount: 1, method: 'card' });
    const planned = (await pipeline().request('GET', `/v1/deals/${deal.id}/instalments`)).body;
    const buyer = { lead_name: 'Ana', lead_email: 'ana@example.com' };
    const read = async (resource: string, query = '', with_names = false) =>
      parseRecords(await readPage(pipeline(), { resource, query, with_names }, {}));
    expect(await read('instalments')).to.have.deep.members(planned);
    expect(await read('instalments', 'status=planned')).to.deep.equal([planned[1]]);
    expect(await read('payments', 'method=card')).to.deep.equal([payment]);
    expect(await read('payments', 'method=cash')).to.deep.equal([]);
    const listing = { property_name: 'Property prop_river', unit_name: null };
    expect((await read('instalments', 'status=planned', true))[0]).to.deep.equal({
      ...planned[1],
      ...buyer,
      ...listing,
    });
    const named = { ...payment, ...buyer, invoice_number: invoice.number };
    expect(await read('payments', '', true)).to.deep.equal([named]);
  });

  it('returns tasks in the form of GET, with the names of lead and agent on request', async () => {
    const as = { workspaceId: 'ws_test' };
    const { id: lead_id } = await pipeline().lead({ name: 'Tea', email: 'tea@example.com' }, as);
    const fields = { lead_id, title: 'Call', due_at: '2026-05-01', assigned_agent: 'agent_amira' };
    const task = await pipeline().create('/v1/tasks', fields, as);
    const query = `lead_id=${lead_id}`;
    expect(parseRecords(await readPage(pipeline(), { resource: 'tasks', query }, as))).to.deep.equal([task]);
    const [named] = parseRecords(await readPage(pipeline(), { resource: 'tasks', query, with_names: true }, as));
    const lead = { lead_name: 'Tea', lead_email: 'tea@example.com' };
    const agent = { assigned_agent_name: 'Amira Haddad', assigned_agent_email: 'agent_amira@example.com' };
    expect(named).to.deep.equal({ ...task, ...lead, ...agent });
  });

  it('adds the names of agents, buyers and listings on request, with one call per page', async () => {
    const as = { workspaceId: 'ws_test' };
    const given = { name: 'Ana', email: 'ana@example.com', assigned_agent: 'agent_amira' };
    const { id } = await pipeline().lead({ ...given, interested_properties: ['unit_a1', 'prop_hill'] }, as);
    const won = { property_id: 'prop_river', deal_value: 250_000 };
    expect((await pipeline().request('POST', `/v1/leads/${id}/won`, { body: won, as })).status).to.equal(200);
    const read = async (resource: string, query: string) => {
      const request = { resource, query, with_names: true };
      return parseRecords(await readPage(pipeline(), request, as)).at(-1);
    };
    const before = pipeline().peers.asked();
    expect(await read('leads', 'search=ana@example.com')).to.deep.include({
      assigned_agent: 'agent_amira',
      assigned_agent_name: 'Amira Haddad',
      assigned_agent_email: 'agent_amira@example.com',
      interested_property_names: ['Unit unit_a1', 'Property prop_hill'],
    });
    expect(pipeline().peers.asked()).to.deep.equal({ listings: before.listings + 1, agents: before.agents + 1 });
    const buyer = { lead_id: id, lead_name: 'Ana', lead_email: 'ana@example.com' };
    const agent = { agent_name: 'Amira Haddad', agent_email: 'agent_amira@example.com' };
    const listing = { property_name: 'Property prop_river', unit_name: null };
    expect(await read('deals', `lead_id=${id}`)).to.deep.include({ ...buyer, ...listing, ...agent });
    expect(await read('invoices', `lead_id=${id}`)).to.deep.include(buyer);
    expect(await read('commissions', 'agent_id=agent_amira')).to.deep.include(agent);
    const none = { assigned_agent_name: null, assigned_agent_email: null, interested_property_names: [] };
    await pipeline().lead({ name: 'Bea', email: 'bea@example.com' }, as);
    expect(await read('leads', 'search=bea@example.com')).to.deep.include(none);
  });

  it('reports a filter error for each resource', async () => {
    const cases = {
      leads: 'stage=gone',
      tasks: 'type=gone',
      deals: 'status=gone',
      invoices: 'status=gone',
      commissions: 'status=gone',
    };
    for (const [resource, query] of Object.entries(cases)) {
      const { details } = await refusalOf(() => readPage(pipeline(), { resource, query, limit: 0 }, {}));
      expect(details.map(({ field }) => field)).to.deep.equal([query.split('=')[0]]);
    }
  });
});
