import { join } from 'node:path';
import { runCommand } from '@plotline/local/stores/debian/run-command';
import { observability, ruleFiles } from '../../../support/observability/rules.js';
import { obtainPrometheus } from '../../../support/prometheus/obtain-prometheus.js';

describe('promtool', () => {
  let promtool: string;
  before(async () => {
    promtool = (await obtainPrometheus(process.env)).promtool;
  });
  const run = (...args: string[]) =>
    runCommand(promtool, args, { environment: process.env, deadlineMs: 60_000, directory: observability });

  it('accepts the example configuration and all rules', () => run('check', 'config', 'prometheus.yml'));

  for (const file of ruleFiles) {
    it(`confirms that the alerts in ${file} fire exactly when they should`, () =>
      run('test', 'rules', join('alerts', 'tests', file)));
  }
});
