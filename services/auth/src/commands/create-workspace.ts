import { parseArgs } from 'node:util';
import { Problem } from '@plotline/kit/errors';
import { createRuntime } from '@plotline/kit/process/runtime';
import { createWorkspaceWithOwner } from '../accounts/create-workspace.js';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

// A command for the operator, with the environment of the service, which need not run:
// create-workspace.js --name <name> --owner-email <address> [--plan <plan>] [--currency <code>]
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: '' },
    'owner-email': { type: 'string', default: '' },
    plan: { type: 'string', default: 'starter' },
    currency: { type: 'string', default: 'USD' },
  },
});
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const context = createContext(runtime, config);
try {
  const { name, plan, currency, 'owner-email': ownerEmail } = values;
  const { workspace, invitationUrl } = await createWorkspaceWithOwner(context, { name, plan, currency, ownerEmail });
  process.stdout.write(`Workspace ${workspace.id} is created. The owner accepts the invitation here, within 7 days:\n`);
  process.stdout.write(`${invitationUrl}\n`);
} catch (error) {
  if (!(error instanceof Problem) || error.code !== 'VALIDATION_ERROR') throw error;
  for (const { field, message } of error.details) process.stderr.write(`--${field} ${message}\n`);
  process.exitCode = 1;
} finally {
  context.teamPeer.close();
  await runtime.databases.close();
}
