import type { Construction } from '@plotline/pipeline/peers/inventory';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const instalments = [
  { label: 'On signing', percent: 20, due: { on: 'sale', days: 14 } },
  { label: 'Foundation', percent: 30, due: { on: 'milestone', milestone: 'foundation', days: 30 } },
  { label: 'Fixed', percent: 25.5, due: { on: 'date', date: '2027-03-01' } },
  { label: 'Handover', percent: 24.5, due: { on: 'completion', days: 0 } },
];

describe('/v1/payment-plans', () => {
  const construction: Construction = { getProgress: async () => ({ completionDate: null, milestones: [] }) };
  const pipeline = useFixture(() => startPipeline({ construction }));
  const create = (more: object = {}) =>
    pipeline().create('/v1/payment-plans', { name: 'Off plan', instalments, ...more });

  async function listIds(query = ''): Promise<string[]> {
    const { body } = await pipeline().request('GET', `/v1/payment-plans?per_page=100${query}`);
    return body.map(({ id }: { id: string }) => id);
  }

  it('creates a plan, returns it by id, and includes it in the list', async () => {
    const plan = await create();
    expect(plan.id).to.match(/^plan_/);
    expect(plan).to.deep.include({ name: 'Off plan', instalments, archived_at: null });
    const read = await pipeline().request('GET', `/v1/payment-plans/${plan.id}`);
    expect([read.status, read.body]).to.deep.equal([200, plan]);
    expect(await listIds()).to.include(plan.id);
  });

  it('accepts its own response in a PUT, and replaces instalments as a whole', async () => {
    const plan = await create();
    const same = await pipeline().request('PUT', `/v1/payment-plans/${plan.id}`, { body: plan });
    expect([same.status, same.body]).to.deep.equal([200, plan]);
    const all = [{ label: 'All', percent: 100, due: { on: 'sale', days: 0 } }];
    const put = await pipeline().request('PUT', `/v1/payment-plans/${plan.id}`, { body: { instalments: all } });
    expect(put.body).to.deep.include({ name: 'Off plan', instalments: all });
    const stale = { 'if-match': same.headers.get('etag') ?? '' };
    const refused = await pipeline().request('PUT', `/v1/payment-plans/${plan.id}`, {
      body: { name: 'x' },
      headers: stale,
    });
    expect(refused.status).to.equal(412);
  });

  const [first, ...others] = instalments;
  for (const [title, body, field] of [
    ['without a name', { name: undefined }, 'name'],
    ['with a blank name', { name: ' ' }, 'name'],
    ['without instalments', { instalments: [] }, 'instalments'],
    ['with 61 instalments', { instalments: Array(61).fill(first) }, 'instalments'],
    ['with a sum of 80', { instalments: others }, 'instalments'],
    ['with a percent of 0', { instalments: [{ ...first, percent: 0 }, ...others] }, 'instalments[0].percent'],
    ['with a long label', { instalments: [{ ...first, label: 'x'.repeat(61) }, ...others] }, 'instalments[0].label'],
    ['without a label', { instalments: [{ ...first, label: '' }, ...others] }, 'instalments[0].label'],
    ['with an unknown due', { instalments: [{ ...first, due: { on: 'never' } }, ...others] }, 'instalments[0].due.on'],
    ['with no days', { instalments: [{ ...first, due: { on: 'sale' } }, ...others] }, 'instalments[0].due.days'],
    [
      'with half a day',
      { instalments: [{ ...first, due: { on: 'sale', days: 0.5 } }, ...others] },
      'instalments[0].due.days',
    ],
    [
      'with 3,651 days',
      { instalments: [{ ...first, due: { on: 'sale', days: 3_651 } }, ...others] },
      'instalments[0].due.days',
    ],
    [
      'with no such day',
      { instalments: [{ ...first, due: { on: 'date', date: '2027-02-30' } }, ...others] },
      'instalments[0].due.date',
    ],
    [
      'with a blank milestone',
      { instalments: [{ ...first, due: { on: 'milestone', milestone: ' ', days: 1 } }, ...others] },
      'instalments[0].due.milestone',
    ],
  ] as const) {
    it(`refuses a plan ${title}`, async () => {
      const refused = await pipeline().request('POST', '/v1/payment-plans', {
        body: { name: 'Plan', instalments, ...body },
      });
      expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, field]);
    });
  }

  it('deletes a plan that no deal uses', async () => {
    const plan = await create();
    expect((await pipeline().request('DELETE', `/v1/payment-plans/${plan.id}`)).status).to.equal(204);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const body = method === 'PUT' ? { body: { name: 'x' } } : {};
      expect((await pipeline().request(method, `/v1/payment-plans/${plan.id}`, body)).status, method).to.equal(404);
    }
  });

  it('archives a plan that a deal uses; it can then be read but not used for new deals', async () => {
    const plan = await create();
    const terms = { property_id: 'prop_river', deal_value: 450_000, payment_plan_id: plan.id };
    const { id } = await pipeline().lead();
    const won = await pipeline().request('POST', `/v1/leads/${id}/won`, { body: terms });
    expect([won.status, won.body.deal.payment_plan_id]).to.deep.equal([200, plan.id]);
    expect((await pipeline().request('DELETE', `/v1/payment-plans/${plan.id}`)).status).to.equal(204);
    const read = await pipeline().request('GET', `/v1/payment-plans/${plan.id}`);
    expect(read.body.archived_at).to.be.a('string');
    expect((await pipeline().request('DELETE', `/v1/payment-plans/${plan.id}`)).status, 'again').to.equal(404);
    expect(await listIds()).to.not.include(plan.id);
    expect(await listIds('&archived=true')).to.deep.equal([plan.id]);
    const again = await pipeline().request('POST', `/v1/leads/${id}/won`, { body: terms });
    expect([again.status, again.body]).to.deep.equal([200, won.body]);
    const other = await pipeline().lead();
    const refused = await pipeline().request('POST', `/v1/leads/${other.id}/won`, { body: terms });
    expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, 'payment_plan_id']);
  });

  it("doesn't show another workspace's plan", async () => {
    const plan = await create();
    const as = { workspaceId: 'ws_other' };
    expect((await pipeline().request('GET', `/v1/payment-plans/${plan.id}`, { as })).status).to.equal(404);
  });
});
