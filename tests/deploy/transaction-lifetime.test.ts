import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backgroundBudgetMs, requestBudgetMs } from '@plotline/kit/core/time';
import { expect } from 'chai';
import { root } from './compose-file.js';

/**
 * Time by which a transaction may outlast its budget on the database's clock. This happens if its commit is sent at the
 * end of the budget.
 */
const marginMs = 5_000;

for (const file of ['docker-compose.yml', 'deploy/kubernetes/overlays/single/mongo.yaml']) {
  describe(`MongoDB in ${file}`, () => {
    it('never ends a transaction that a program may still commit', () => {
      const [, seconds] = /transactionLifetimeLimitSeconds=(\d+)/.exec(readFileSync(join(root, file), 'utf8')) ?? [];
      expect(Number(seconds) * 1_000).to.be.at.least(Math.max(requestBudgetMs, backgroundBudgetMs) + marginMs);
    });
  });
}
