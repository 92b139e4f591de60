import { modes } from '@plotline/kit/mongo/connect';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const { keyUsage, clients, people, hashKeys } = createContext(runtime, config);
let others = 0;
for (const [what, { current, other }] of [
  ...(await Promise.all(modes.map(async (mode) => [`${mode} keys`, await keyUsage.countHashes(mode)] as const))),
  ['clients', await clients.countHashes()] as const,
  ['people with recovery codes', await people.countRecoveryCodes(hashKeys.current.id)] as const,
]) {
  process.stdout.write(`${what}: ${current} hashed with the current secret, ${other} not yet\n`);
  others += other;
}
process.stdout.write(`Not counted, as they expire by themselves after the secret was replaced: authorization codes after a minute,
sessions after 24 hours, links of mails after 7 days, refresh tokens after 30 days.
`);
await runtime.databases.close();
process.exitCode = others === 0 ? 0 : 1;
