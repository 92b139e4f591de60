import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

function rows(count: number, change: (place: number) => object = () => ({})) {
  return Array.from({ length: count }, (_, place) => ({
    name: `Lead ${place}`,
    email: `lead${place}@example.com`,
    ...change(place),
  }));
}

describe('POST /v1/leads/bulk', () => {
  const pipeline = useFixture(startPipeline);

  function create(leads: unknown, query = '') {
    return pipeline().request('POST', `/v1/leads/bulk${query}`, { body: { leads } });
  }

  async function total(): Promise<number> {
    return (await pipeline().request('GET', '/v1/leads')).meta.total;
  }

  it('creates a hundred leads in the order of the request, with one event each and one call to each peer', async () => {
    const before = pipeline().peers.asked();
    const { status, body } = await create(
      rows(100, () => ({ assigned_agent: 'agent_amira', interested_properties: ['unit_a1', 'prop_hill'] })),
    );
    expect(status).to.equal(201);
    expect(body.map((lead: { name: string }) => lead.name)).to.deep.equal(rows(100).map(({ name }) => name));
    expect(await pipeline().eventNames(body[99].id)).to.deep.equal(['lead.created', 'lead.assigned']);
    const asked = pipeline().peers.asked();
    expect([asked.agents - before.agents, asked.listings - before.listings]).to.deep.equal([1, 1]);
  });

  it('creates no lead when one row is invalid, and reports every error', async () => {
    const before = await total();
    const leads = rows(5, (place) => {
      if (place === 1) return { assigned_agent: 'agent_nobody' };
      return place === 3 ? { interested_properties: ['unit_a1', 'unit_none'], budget: { min: 2, max: 1 } } : {};
    });
    const { status, body } = await create(leads);
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal([
      'leads[1].assigned_agent',
      'leads[3].budget.min',
      'leads[3].interested_properties[1]',
    ]);
    expect(await total()).to.equal(before);
  });

  it('reports the row that contains a malformed field', async () => {
    const { status, body } = await create(rows(5, (place) => (place === 3 ? { email: 'no' } : {})));
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal(['leads[3].email']);
  });

  it('reports schema errors and reference errors together, for one row and for many', async () => {
    const leads: unknown[] = rows(4, (place) => {
      if (place === 1) return { email: 'no', assigned_agent: 'agent_nobody', interested_properties: ['unit_none'] };
      return place === 2 ? { assigned_agent: 'agent_gone' } : {};
    });
    leads[3] = 'no row at all';
    const { status, body } = await create(leads);
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal([
      'leads[1].email',
      'leads[1].interested_properties[0]',
      'leads[1].assigned_agent',
      'leads[2].assigned_agent',
      'leads[3]',
    ]);
    const partial = await create(leads, '?partial=true');
    expect(partial.body[1].error.details.map((row: { field: string }) => row.field)).to.deep.equal([
      'email',
      'interested_properties[0]',
      'assigned_agent',
    ]);
  });

  it('creates the valid rows with partial=true and returns the result of each row', async () => {
    const before = await total();
    const leads: unknown[] = rows(5, (place) => {
      if (place === 1) return { email: 'no', budget: { min: -1 } };
      return place === 3 ? { assigned_agent: 'agent_nobody' } : {};
    });
    leads[4] = 'no row at all';
    const { status, body } = await create(leads, '?partial=true');
    expect(status).to.equal(207);
    expect(body.map((row: { index: number; status: number }) => [row.index, row.status])).to.deep.equal([
      [0, 201],
      [1, 422],
      [2, 201],
      [3, 422],
      [4, 422],
    ]);
    const fields = (row: number) => body[row].error.details.map((fault: { field: string }) => fault.field);
    expect(fields(1)).to.deep.equal(['email', 'budget.min']);
    expect(fields(3)).to.deep.equal(['assigned_agent']);
    expect(body[1].error.code).to.equal('VALIDATION_ERROR');
    expect((await pipeline().request('GET', `/v1/leads/${body[2].data.id}`)).body).to.deep.equal(body[2].data);
    expect(await total()).to.equal(before + 2);
  });

  it('answers 207 even when no row is valid', async () => {
    const { status, body } = await create([{}, {}], '?partial=true');
    expect(status).to.equal(207);
    expect(body).to.have.length(2);
  });

  it('refuses an empty list, more than a hundred rows, and a value that is not a list', async () => {
    for (const leads of [[], rows(101), 'many', undefined]) {
      const { status, body } = await create(leads);
      expect(status).to.equal(422);
      expect(body.details[0].field).to.equal('leads');
    }
  });
});
