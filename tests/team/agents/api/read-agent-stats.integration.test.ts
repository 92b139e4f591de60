import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('GET /v1/agents/:id/stats', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_stats', currency: 'EUR' };
  const stats = {
    assigned: 4,
    contacted: 3,
    qualified: 2,
    closed: 1,
    conversion_rate: 0.25,
    average_response_time: 'PT1H',
    deals_closed: 1,
    revenue: [{ currency: 'EUR', closed: 100, pending: 40, commission: 3 }],
    period: 'month',
  };

  it('returns the statistics from pipeline for the period, which defaults to a month', async () => {
    const { id } = await team().agent(as);
    team().pipeline.stats.set(id, stats);
    const { status, body } = await team().request('GET', `/v1/agents/${id}/stats`, { as });
    expect(status).to.equal(200);
    expect(body).to.deep.include({
      period: 'month',
      leads: { assigned: 4, contacted: 3, qualified: 2, closed: 1 },
      revenue: { closed: 100, pending: 40, currency: 'EUR' },
      commission_earned: 3,
    });
    expect(team().pipeline.requests.stats.at(-1)).to.include({ agent_id: id, period: 'month', start_date: undefined });
    await team().request('GET', `/v1/agents/${id}/stats?period=year`, { as });
    expect(team().pipeline.requests.stats.at(-1)).to.include({ period: 'year' });
    await team().request('GET', `/v1/agents/${id}/stats?start_date=2026-01-01&end_date=2026-01-31`, { as });
    expect(team().pipeline.requests.stats.at(-1)).to.include({ start_date: '2026-01-01', end_date: '2026-01-31' });
  });

  it('forwards an error from pipeline with its field', async () => {
    const { id } = await team().agent(as);
    const answer = await team().request('GET', `/v1/agents/${id}/stats?start_date=2026-02-01&end_date=2026-01-01`, {
      as,
    });
    expect([answer.status, answer.body.details[0].field]).to.deep.equal([422, 'start_date']);
  });

  for (const [query, field] of [
    ['period=decade', 'period'],
    ['start_date=yesterday', 'start_date'],
    ['end_date=2026-02-30', 'end_date'],
  ]) {
    it(`refuses ${query} without a call to pipeline`, async () => {
      const { id } = await team().agent(as);
      const before = team().pipeline.requests.stats.length;
      const answer = await team().request('GET', `/v1/agents/${id}/stats?${query}`, { as });
      expect([answer.status, answer.body.details[0].field]).to.deep.equal([422, field]);
      expect(team().pipeline.requests.stats.length).to.equal(before);
    });
  }
});

describe('GET requests for agents while pipeline is unavailable', () => {
  it('answer 503 with Retry-After if statistics are shown, and otherwise 200', async () => {
    const team = await startTeam();
    const as = { workspaceId: 'ws_away' };
    const { id } = await team.agent(as);
    await team.pipeline.close();
    for (const path of ['/v1/agents', `/v1/agents/${id}?include_stats=true`, `/v1/agents/${id}/stats`]) {
      const { status, headers, body } = await team.request('GET', path, { as });
      expect([status, body.code], path).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).to.be.above(0);
    }
    expect((await team.request('GET', `/v1/agents/${id}`, { as })).status).to.equal(200);
    expect((await team.request('GET', '/v1/agents?fields=name', { as })).status).to.equal(200);
    await team.stop();
  });
});
