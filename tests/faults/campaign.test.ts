import { expect } from 'chai';
import { createPlan } from './campaign/plan/plan.js';
import { describeViolations } from './campaign/report.js';
import { runCampaign } from './campaign/run-campaign.js';
import { type ReplicatedSystem, startReplicatedSystem } from './campaign/system/replicated-system.js';

const seconds = 12;

describe('two gateways and two processes of each service under kills and freezes', function () {
  this.timeout(300_000);
  let replicated: ReplicatedSystem;

  before(async () => {
    replicated = await startReplicatedSystem(() => undefined);
  });
  after(() => replicated.stop());

  for (const seed of [1, 2, 3]) {
    it(`keep every promise of the campaign with seed ${seed}`, async () => {
      const result = await runCampaign(createPlan(seed, seconds), replicated, () => undefined);
      expect(describeViolations(result).join('\n')).to.equal('');
    });
  }
});
