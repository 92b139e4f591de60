import { createSystemCaller } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { CommandError, runCommand, UsageError } from '@plotline/kit/service/command-line';
import { createRuntime } from '@plotline/kit/service/runtime';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';
import { directory } from '../directory/store/tenants.js';
import { resetTwoFactor } from '../two-factor/api/reset-two-factor.js';

const usage = `Usage: reset-second-factor.js --email <address>
  Removes a person's second factor, ends all of the person's sessions and notifies the person by mail. Use it for the
  only owner of a workspace, and for people in several workspaces. An owner or admin can reset anybody else's second
  factor. First make sure that the request comes from that person.`;

await runCommand({
  usage,
  options: { email: { type: 'string', default: '' } },
  run: async ({ values: { email } }) => {
    if (email === '') throw new UsageError('--email is missing');
    const config = readAuthConfig();
    const runtime = await createRuntime('auth', config);
    const context = createContext(runtime, config);
    try {
      const person = await context.people.findByEmail(email.trim().toLowerCase());
      if (!person) throw new CommandError(`Nobody has an account with the address ${email}.`);
      const caller = createSystemCaller(directory, 'The operator of Plotline', newId('req'));
      await resetTwoFactor(context, { caller }, person.id);
      process.stdout.write(`The second factor of ${person.email} is removed. A mail notifies the person.\n`);
    } finally {
      for (const peer of context.peers) peer.close();
      await runtime.databases.close();
    }
  },
});
