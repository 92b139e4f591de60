import { runCommand } from '@plotline/kit/service/command-line';
import { readGatewayConfig } from '../config.js';
import { findWideTrust } from '../limits/client-address.js';

await runCommand({
  usage: `Usage: doctor.js
  Prints the gateway's insecure settings, one JSON object a line with the next step, and then a summary.
  Exits with 1 when there are any.`,
  options: {},
  run: async () => {
    const findings = findWideTrust(readGatewayConfig().TRUSTED_PROXIES).map((found) => ({
      service: 'gateway',
      check: 'trusted_proxies',
      expected: 'the number of proxies, or the addresses of the ingress',
      found,
      next: 'set TRUSTED_PROXIES to the number of proxies',
    }));
    const summary = { service: 'gateway', checks: 1, found: findings.length, repaired: 0, complete: true };
    for (const line of [...findings, summary]) process.stdout.write(`${JSON.stringify(line)}\n`);
    return findings.length === 0 ? 0 : 1;
  },
});
