import { parseArgs } from 'node:util';
import { readGatewayConfig } from '../config.js';
import { findWideTrust } from '../limits/client-address.js';

const usage = `Usage: doctor.js
  Prints the gateway's insecure settings, one JSON object a line, and then a summary.
  Exits with 1 when there are any.`;

const { values } = parseArgs({ options: { help: { type: 'boolean', default: false } } });
if (values.help) process.stdout.write(`${usage}\n`);
else {
  const findings = findWideTrust(readGatewayConfig().TRUSTED_PROXIES).map((found) => ({
    service: 'gateway',
    check: 'trusted_proxies',
    expected: 'the number of proxies, or the addresses of the ingress',
    found,
  }));
  for (const line of [...findings, { service: 'gateway', checks: 1, found: findings.length }]) {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  process.exitCode = findings.length === 0 ? 0 : 1;
}
