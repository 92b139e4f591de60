import type { Caller } from '@plotline/kit/core/caller';
import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const amira: Partial<Caller> = {
  actor: { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' },
};

describe('POST /v1/leads/merge', () => {
  const pipeline = useFixture(startPipeline);

  const post = (pairs: unknown, options = {}) =>
    pipeline().request('POST', '/v1/leads/merge', { body: { pairs }, ...options });

  async function leads(count: number, fields: object = {}): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push((await pipeline().lead(fields)).id);
    return ids;
  }

  it('merges the pairs one after the other and returns a result for each', async () => {
    const [first = '', second = '', third = '', fourth = ''] = await leads(4);
    const { status, body } = await post([
      { keep: first, merge: second },
      { keep: first, merge: first },
      { keep: 'lead_unknown', merge: third },
      { keep: third, merge: second },
      { keep: third },
      { keep: fourth, merge: first },
    ]);
    expect(status).to.equal(207);
    const told = body.map(
      (row: { status: number; data?: { id: string }; error?: { details: { field: string }[] } }) => [
        row.status,
        row.data?.id ?? row.error?.details[0]?.field,
      ],
    );
    expect(told).to.deep.equal([
      [200, first],
      [422, 'merge'],
      [422, 'keep'],
      [422, 'merge'],
      [422, 'merge'],
      [200, fourth],
    ]);
    const gone = await pipeline().request('GET', `/v1/leads/${second}`);
    expect(gone.body.data).to.deep.equal({ merged_into: fourth });
  });

  it('returns 200 for pairs that were merged before, even if their survivor was merged into another lead', async () => {
    const [first = '', second = '', third = ''] = await leads(3);
    const pairs = [
      { keep: first, merge: second },
      { keep: third, merge: first },
    ];
    await post(pairs);
    const { body } = await post(pairs);
    expect(body.map((row: { status: number; data: { id: string } }) => [row.status, row.data.id])).to.deep.equal([
      [200, third],
      [200, third],
    ]);
  });

  it("refuses an agent pairs that include another agent's lead", async () => {
    const [own = '', twin = ''] = await leads(2, { assigned_agent: 'agent_amira' });
    const [foreign = ''] = await leads(1, { assigned_agent: 'agent_bruno' });
    const { body } = await post(
      [
        { keep: own, merge: foreign },
        { keep: own, merge: twin },
      ],
      { as: amira },
    );
    expect(body.map(({ status }: { status: number }) => status)).to.deep.equal([403, 200]);
    expect(body[0].error.reason).to.equal('lead_of_another_agent');
  });

  it('repeats the response for an Idempotency-Key', async () => {
    const [keep = '', merge = ''] = await leads(2);
    const headers = { 'idempotency-key': `pairs-${keep}` };
    const first = await post([{ keep, merge }], { headers });
    const again = await post([{ keep, merge }], { headers });
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(again.body).to.deep.equal(first.body);
  });

  it('reports completed pairs as merged when the request is repeated after a 503', async () => {
    const [keep = '', merge = ''] = await leads(2);
    const headers = { 'idempotency-key': `lost-${keep}` };
    const { idempotency } = pipeline().runtime;
    idempotency.keep = idempotency.keepWithChanges = () => Promise.reject(unavailable('The answer cannot be stored.'));
    const lost = await post([{ keep, merge }], { headers });
    Reflect.deleteProperty(idempotency, 'keep');
    Reflect.deleteProperty(idempotency, 'keepWithChanges');
    const again = await post([{ keep, merge }], { headers });
    expect([again.status, again.body[0].status, again.body[0].data.id]).to.deep.equal([207, 200, keep]);
    expect(lost.status).to.equal(503);
  });

  it('answers 422 to an empty list, more than 100 pairs, or a body without a list', async () => {
    const many = Array.from({ length: 101 }, () => ({ keep: 'lead_1', merge: 'lead_2' }));
    for (const pairs of [[], many, 'lead_1', undefined]) {
      const { status, body } = await post(pairs);
      expect([status, body.details[0].field]).to.deep.equal([422, 'pairs']);
    }
  });
});
