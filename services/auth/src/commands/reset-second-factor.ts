import { parseArgs } from 'node:util';
import { createSystemCaller } from '@plotline/kit/caller';
import { Problem } from '@plotline/kit/errors';
import { newId } from '@plotline/kit/ids';
import { createRuntime } from '@plotline/kit/process/runtime';
import { resetTwoFactor } from '../accounts/reset-two-factor.js';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';
import { directory } from '../store/directory.js';

const usage = `Usage: reset-second-factor.js --email <address>
  Removes the second factor of a person, ends all sessions of the person and tells the person by mail. For the only owner of a workspace,
  and for people of several workspaces; anybody else's is reset by an owner or admin. Make sure first that it is the person who asks.`;

// A command for the operator, with the environment of the service.
const { values } = parseArgs({ options: { email: { type: 'string', default: '' }, help: { type: 'boolean' } } });
if (values.help || values.email === '') {
  process[values.help ? 'stdout' : 'stderr'].write(`${usage}\n`);
  process.exitCode = values.help ? 0 : 2;
} else {
  const config = readAuthConfig();
  const runtime = await createRuntime('auth', config);
  const context = createContext(runtime, config);
  try {
    const person = await context.people.findByEmail(values.email.trim().toLowerCase());
    if (!person) throw new Problem('NOT_FOUND', `Nobody has an account with the address ${values.email}.`);
    const caller = createSystemCaller(directory, 'The operator of Plotline', newId('req'));
    await resetTwoFactor(context, { caller }, person.id);
    process.stdout.write(`The second factor of ${person.email} is removed. The person is told by mail.\n`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    context.teamPeer.close();
    await runtime.databases.close();
  }
}
