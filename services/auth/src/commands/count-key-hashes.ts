import { modes } from '@plotline/kit/mongo/connect';
import { createRuntime } from '@plotline/kit/process/runtime';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

// A command for the operator, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const { keyUses, clients } = createContext(runtime, config);
let others = 0;
for (const [what, { current, other }] of [
  ...(await Promise.all(modes.map(async (mode) => [`${mode} keys`, await keyUses.countHashes(mode)] as const))),
  ['clients', await clients.countHashes()] as const,
]) {
  process.stdout.write(`${what}: ${current} hashed with the current secret, ${other} not yet\n`);
  others += other;
}
await runtime.databases.close();
process.exitCode = others === 0 ? 0 : 1;
