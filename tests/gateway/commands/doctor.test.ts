import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect } from 'chai';
import { callerKeyVariables } from '../../support/caller-keys.js';

const script = resolve(import.meta.dirname, '../../../gateway/dist/commands/doctor.js');

/** Required variables. The command connects to none of these addresses. */
const required = {
  PRIVATE_PORT: '1',
  AUTH_BASE_URL: 'http://localhost:8082',
  API_BASE_URL: 'http://localhost:8080',
  AUTH_GRPC: '127.0.0.1:1',
  AMQP_URL: 'amqp://127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  ...callerKeyVariables('gateway'),
};

describe("the gateway's doctor.js", () => {
  /** Runs the command, and parses the lines of its output. */
  function run(environment: Readonly<Record<string, string>>, ...args: readonly string[]) {
    const env = { ...required, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return { status, stdout, stderr, lines: lines.map((line) => JSON.parse(line)) };
  }

  const summary = { service: 'gateway', checks: 1, repaired: 0, complete: true };

  it('reports trusted proxy addresses that clients can have, with the next step, and exits with 1', () => {
    const { status, stderr, lines } = run({ TRUSTED_PROXIES: 'uniquelocal' });
    expect([status, stderr]).to.deep.equal([1, '']);
    expect(lines).to.deep.equal([
      {
        service: 'gateway',
        check: 'trusted_proxies',
        expected: 'the number of proxies, or the addresses of the ingress',
        found: 'uniquelocal',
        next: 'set TRUSTED_PROXIES to the number of proxies',
      },
      { ...summary, found: 1 },
    ]);
  });

  it('accepts a number of proxies, and exits with 0', () => {
    const { status, stderr, lines } = run({ TRUSTED_PROXIES: '1' });
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(lines).to.deep.equal([{ ...summary, found: 0 }]);
  });

  it('refuses an unknown option, and prints its usage', () => {
    const { status, stdout, stderr } = run({}, '--no-such-option');
    expect([status, stdout]).to.deep.equal([2, '']);
    expect(stderr)
      .to.include('Usage: doctor.js')
      .and.not.match(/\n\s+at /);
  });
});
