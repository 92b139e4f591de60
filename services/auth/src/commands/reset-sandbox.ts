import { createSystemCaller } from '@plotline/kit/caller';
import { newId } from '@plotline/kit/ids';
import { createRuntime } from '@plotline/kit/process/runtime';
import { toResetEvent } from '@plotline/kit/sandbox/reset-event';
import { readAuthConfig } from '../config.js';
import { directory } from '../store/directory.js';

// A command for the operator, with the environment of the service: resets the sandbox of the workspace that is named, or of all with '*'.
const [workspaceId, ...others] = process.argv.slice(2);
if (workspaceId === undefined || others.length > 0) throw new Error("Usage: reset-sandbox.js <workspace id or '*'>");
const runtime = await createRuntime('auth', readAuthConfig());
const caller = createSystemCaller(directory, 'operator', newId('req'));
await runtime.journal.commit({ caller }, async (_session, { at }) => {
  const events = [toResetEvent({ workspaceId, startedAt: at })];
  const entry = { subject: workspaceId, type: 'sandbox_reset', description: 'The sandbox was reset.', events };
  return { entries: [entry] };
});
await runtime.databases.close();
process.stdout.write(`the reset of the sandbox of ${workspaceId} is published once the service runs\n`);
