import { runCommand } from '@plotline/kit/service/command-line';
import { modes } from '@plotline/kit/store/connection/connect';
import type { Context } from '../context.js';
import { withContext } from '../with-context.js';

/**
 * Prints how many hashes use the current secret and how many use an older one. Resolves to the number with an older
 * one.
 */
async function countHashes({ keyUsage, clients, people, hashKeys }: Context): Promise<number> {
  let others = 0;
  for (const [what, { current, other }] of [
    ...(await Promise.all(modes.map(async (mode) => [`${mode} keys`, await keyUsage.countHashes(mode)] as const))),
    ['clients', await clients.countHashes()] as const,
    ['people with recovery codes', await people.countRecoveryCodes(hashKeys.current.id)] as const,
  ]) {
    process.stdout.write(`${what}: ${current} hashed with the current secret, ${other} not yet\n`);
    others += other;
  }
  return others;
}

// The operator runs this with the service's environment. See deploy/runbooks/rotate-a-secret.md.
await runCommand({
  usage: `Usage: count-key-hashes.js
  Reports how many hashes use the current secret and how many use another. Exits with 0 if all use the current one.
  Not counted, as they expire by themselves after the secret was replaced: authorization codes after a minute,
  sessions after 24 hours, links of mails after 7 days, refresh tokens after 30 days.`,
  options: {},
  run: async () => ((await withContext(countHashes)) === 0 ? 0 : 1),
});
