import { runCommand } from '@plotline/kit/service/command-line';
import { publicationLeadMs } from '../oauth/model/signing-key.js';
import { withContext } from '../with-context.js';

// The operator runs this with the service's environment.
await runCommand({
  usage: `Usage: rotate-signing-key.js [--now]
  Publishes a new key that signs access tokens two hours later.
  --now  after a leak: the new key signs immediately, and the others are removed with all access tokens they signed`,
  options: { now: { type: 'boolean', default: false } },
  run: ({ values: { now: isLeaked = false } }) =>
    withContext(async ({ signingKeys, clock }) => {
      const others = await signingKeys.list();
      const activeFrom = new Date(clock().getTime() + (isLeaked ? 0 : publicationLeadMs));
      const { id } = await signingKeys.create(activeFrom);
      if (isLeaked) await signingKeys.remove(others);
      process.stdout.write(`${id} signs access tokens from ${activeFrom.toISOString()} on\n`);
    }),
});
