import { getQuotas } from '@plotline/protos/plotline/auth/v1/quotas';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startTransferService } from '../support/transfer-service.js';

const quotasOf = (plan: string) => ({ ...getQuotas(plan), imports: 2 });

describe('the usage of a plan', () => {
  const transfer = useFixture(() => startTransferService({ quotasOf }));
  const as = { workspaceId: 'ws_usage', plan: 'starter' };
  const file = 'name,email\nNoor,noor@example.com\n';

  it("counts the day's imports without dry runs, and refuses imports beyond the quota", async () => {
    const upload = (query = '') => transfer().upload(`/v1/leads/import${query}`, file, { as });
    const first = await upload();
    expect(first.status).to.equal(202);
    expect(first.headers.get('x-quota-name')).to.equal('imports');
    expect(first.headers.get('x-quota-remaining')).to.equal('1');
    expect((await upload('?dry_run=true')).headers.get('x-quota-name')).to.equal(null);
    expect((await upload()).headers.get('x-quota-remaining')).to.equal('0');
    const refused = await upload();
    expect(refused.status).to.equal(429);
    expect(refused.body).to.deep.include({
      reason: 'daily_quota_reached',
      data: { quota: 'imports', limit: 2, used: 2 },
    });
    expect(Number(refused.headers.get('retry-after'))).to.be.within(1, 86_400);
    expect((await upload('?dry_run=true')).status).to.equal(202);
  });

  it('is reported for every quota, with the counts of other services', async () => {
    const { status, body } = await transfer().request('GET', '/v1/usage', { as });
    expect(status).to.equal(200);
    const used = body.quotas.map((quota: { name: string; used: number }) => [quota.name, quota.used]);
    expect(used).to.deep.equal([
      ['leads', 7],
      ['properties', 2],
      ['units', 30],
      ['storage_bytes', 0],
      ['imports', 2],
      ['exports', 0],
    ]);
    expect(body.quotas[0]).to.include({ limit: 250_000, remaining: 249_993, resets_at: null });
    expect(body.quotas[4]).to.include({ remaining: 0 }).and.to.have.property('resets_at').that.is.a('string');
  });
});
