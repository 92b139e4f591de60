import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('GET /v1/leads/:id', () => {
  const pipeline = useFixture(startPipeline);

  it('adds the requested relations and the timeline', async () => {
    const fields = { assigned_agent: 'agent_amira', interested_properties: ['unit_b2', 'prop_river'] };
    const lead = await pipeline().lead(fields);
    const query = '?expand=agent,properties&include_activity=true';
    const { status, body } = await pipeline().request('GET', `/v1/leads/${lead.id}${query}`);
    expect(status).to.equal(200);
    const { agent, properties, activity, ...rest } = body;
    expect(rest).to.deep.equal(lead);
    expect(agent.name).to.equal('Amira Haddad');
    expect(properties.map(({ id }: { id: string }) => id)).to.deep.equal(['unit_b2', 'prop_river']);
    expect(activity.map(({ type }: { type: string }) => type)).to.deep.equal(['assigned', 'created']);
  });

  it('omits deleted listings, and has a null agent if the lead is unassigned', async () => {
    const lead = await pipeline().lead({ interested_properties: ['unit_b2'] });
    const live = pipeline().runtime.databases.live.collection('leads');
    await live.updateOne({ _id: lead.id }, { $set: { interested_properties: ['unit_gone', 'unit_b2'] } });
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}?expand=agent,properties`);
    expect(body.interested_properties).to.deep.equal(['unit_gone', 'unit_b2']);
    expect(body.properties.map(({ id }: { id: string }) => id)).to.deep.equal(['unit_b2']);
    expect(body.agent).to.equal(null);
  });

  it('returns the id and the requested fields', async () => {
    const lead = await pipeline().lead();
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}?fields=email`);
    expect(body).to.deep.equal({ id: lead.id, email: lead.email });
  });

  it('calls no peer without expand', async () => {
    const lead = await pipeline().lead({ assigned_agent: 'agent_amira' });
    const before = pipeline().peers.asked();
    await pipeline().request('GET', `/v1/leads/${lead.id}`);
    expect(pipeline().peers.asked()).to.deep.equal(before);
  });

  it('refuses unknown parameters', async () => {
    const lead = await pipeline().lead();
    for (const query of ['expand=deal', 'fields=version', 'include_activity=often']) {
      expect((await pipeline().request('GET', `/v1/leads/${lead.id}?${query}`)).status).to.equal(422);
    }
  });
});
