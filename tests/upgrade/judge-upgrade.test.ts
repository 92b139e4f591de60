import { expect } from 'chai';
import { createHistory } from '../nightly/faults/campaign/history/operation.js';
import { createPlan } from '../nightly/faults/campaign/plan/plan.js';
import { judgeUpgrade } from './judge-upgrade.js';

describe('judgeUpgrade', () => {
  const history = createHistory([]);
  const operation = (id: string, ...statuses: readonly number[]) => ({
    id,
    tenant: 'w0-live',
    name: 'listLeads',
    method: 'GET' as const,
    path: '/v1/leads',
    body: undefined,
    key: null,
    expected: [200],
    effects: [],
    attempts: statuses.map((status) => ({ requestId: id, gateway: 'gateway', sentAt: 0, endedAt: 1, status })),
  });
  const result = {
    plan: createPlan(1, 10),
    violations: [],
    operationCount: 0,
    retryCount: 0,
    eventCount: 0,
    lateEventCount: 0,
    exercised: new Set<string>(),
    quietAfterMs: 0,
    history,
  };

  it('reports every 5xx, even if a success followed it', () => {
    const operations = [operation('a', 200), operation('b', 429, 200), operation('c', 503, 200), operation('d', 500)];
    const judged = judgeUpgrade({ ...result, history: { ...history, operations } });
    expect(judged.violations.map(({ operation: found }) => found?.id)).to.deep.equal(['c', 'd']);
  });

  it("ignores only responses that don't match the other release's contract", () => {
    const violations = ['does not fit the contract: /data/x', 'answered 409: no'].map((message) => {
      return { rule: 'answers', tenant: 'w0-live', message };
    });
    expect(judgeUpgrade({ ...result, violations }).violations).to.deep.equal([violations[1]]);
  });
});
