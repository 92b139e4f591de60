import { expect } from 'chai';
import { createPlan } from './campaign/plan/plan.js';
import { describeViolations } from './campaign/report.js';
import { runCampaign } from './campaign/run-campaign.js';
import { type ReplicatedSystem, startReplicatedSystem } from './campaign/system/replicated-system.js';

/** A seed whose faults meet every program and every store within so short a load. */
const plan = createPlan(14_404, 28);
const everything = ['auth', 'gateway', 'inventory', 'mongo', 'pipeline', 'rabbitmq', 'redis', 'team', 'webhook'];

describe('two gateways and two processes of each service', function () {
  this.timeout(300_000);
  let replicated: ReplicatedSystem;

  before(async () => {
    replicated = await startReplicatedSystem(() => undefined);
  });
  after(() => replicated.stop());

  it('keep every promise of the campaign while one process of each program and every store is killed, and one frozen', async () => {
    for (const kind of ['kill', 'freeze']) {
      const targets = plan.faults.filter((fault) => fault.kind === kind).map(({ target }) => target.split('-')[0]);
      expect([...new Set(targets)], kind).to.have.members(everything);
    }
    const result = await runCampaign(plan, replicated, () => undefined);
    expect(describeViolations(result).join('\n')).to.equal('');
  });
});
