import { getQuotas } from '@plotline/protos/plotline/auth/v1/quotas';
import { UsageServiceService } from '@plotline/protos/plotline/usage/v1/usage';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const rows = (count: number, kind: string) =>
  Array.from({ length: count }, (_, place) => ({ name: `${kind} ${place}`, email: `${kind}${place}@quota.test` }));

const newLead = (name: string) => ({ name, email: `${name.toLowerCase()}@quota.test` });

/** Quotas with a small number of leads. Other plans have no quota. */
const quotasOf = (plan: string) =>
  plan === 'starter' ? { ...getQuotas(plan), leads: 3 } : getQuotas(plan, 'unlimited');

describe('the quota of leads', () => {
  const pipeline = useFixture(() => startPipeline({ quotasOf }));
  const create = (workspaceId: string, body: object, as: object = {}) =>
    pipeline().request('POST', '/v1/leads', { body, as: { workspaceId, plan: 'starter', ...as } });
  const createAll = (workspaceId: string, leads: readonly object[], query = '') =>
    pipeline().request('POST', `/v1/leads/bulk${query}`, { body: { leads }, as: { workspaceId, plan: 'starter' } });

  it('refuses the lead after the last allowed one, shows the remainder before, and has room again after a deletion', async () => {
    const of = 'ws_single';
    const first = await create(of, newLead('One'));
    expect(first.status).to.equal(201);
    expect(first.headers.get('x-quota-name')).to.equal('leads');
    expect(first.headers.get('x-quota-limit')).to.equal('3');
    expect(first.headers.get('x-quota-remaining')).to.equal('2');
    await create(of, newLead('Two'));
    expect((await create(of, newLead('Three'))).headers.get('x-quota-remaining')).to.equal('0');
    const refused = await create(of, newLead('Four'));
    expect(refused.status).to.equal(409);
    expect(refused.body).to.deep.include({ reason: 'quota_reached', data: { quota: 'leads', limit: 3, used: 3 } });
    await pipeline().request('DELETE', `/v1/leads/${first.body.id}`, { as: { workspaceId: of, plan: 'starter' } });
    expect((await create(of, newLead('Four'))).status).to.equal(201);
  });

  it('does not limit the sandbox, other plans, or work without a plan', async () => {
    for (const as of [{ mode: 'sandbox' }, { plan: 'enterprise' }, { plan: '' }]) {
      for (const lead of rows(5, 'free')) {
        const { status, headers } = await create('ws_free', lead, as);
        expect(status).to.equal(201);
        expect(headers.get('x-quota-limit')).to.equal(null);
      }
    }
  });

  it('refuses a bulk request that exceeds it as a whole, or only the rows beyond it', async () => {
    const whole = await createAll('ws_bulk', rows(4, 'bulk'));
    expect(whole.status).to.equal(409);
    expect(whole.body).to.include({ reason: 'quota_reached' });
    const partial = await createAll('ws_bulk', rows(4, 'bulk'), '?partial=true');
    expect(partial.status).to.equal(207);
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 201, 201, 409]);
    expect(partial.headers.get('x-quota-remaining')).to.equal('0');
  });

  it('fails the import rows that exceed it, and reports the number of leads', async () => {
    const tenant = { workspaceId: 'ws_import', plan: 'starter' };
    const answer = await importRows(pipeline(), { records: rows(5, 'row') }, tenant);
    expect(answer.map(({ outcome }) => outcome)).to.deep.equal(['created', 'created', 'created', 'failed', 'failed']);
    expect(answer[4]?.faults).to.deep.equal([': Your plan allows 3 leads, and you have 0.']);
    const dryRun = { records: rows(2, 'next'), firstRow: 6, dry_run: true, created_before: 2 };
    const planned = await importRows(pipeline(), dryRun, { ...tenant, workspaceId: 'ws_planned' });
    expect(planned.map(({ outcome }) => outcome)).to.deep.equal(['created', 'failed']);
    const { used } = await pipeline().rpc(UsageServiceService.getUsage, {}, callContext(tenant));
    expect(used).to.deep.equal({ leads: 3 });
  });
});
