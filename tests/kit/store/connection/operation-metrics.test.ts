import { registerOperationMetrics } from '@plotline/kit/store/connection/operation-metrics';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { readMetric } from '../../../support/read-metric.js';

const named = (name: string, fields: object = {}) => Object.assign(new Error('leads of Noor'), { name, ...fields });

describe('failures of MongoDB operations', () => {
  const reasons = {
    conflict: [named('MongoServerError', { code: 112 }), named('MongoServerError', { code: 11_000 })],
    timeout: [named('MongoNetworkTimeoutError'), named('MongoServerError', { code: 50 })],
    unavailable: [named('MongoNetworkError'), named('MongoServerError', { code: 189 })],
    other: [named('MongoServerError', { code: 2 }), 'Noor'],
  };

  for (const [reason, errors] of Object.entries(reasons)) {
    it(`are counted by command and reason: ${reason}`, async () => {
      const { registry } = createMetrics('test');
      const observe = registerOperationMetrics(registry);
      for (const error of errors) observe({ command: 'find', collection: 'leads', database: 'test' })(error);
      const name = 'plotline_mongodb_operation_failures_total';
      expect(await readMetric(registry, name, { command: 'find', reason })).to.equal(errors.length);
      expect(await registry.metrics()).to.not.match(/Noor|leads/);
    });
  }
});
