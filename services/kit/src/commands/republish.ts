import { CommandError, runCommand, UsageError } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { createRuntime } from '../service/runtime.js';
import { modes } from '../store/connection/connect.js';
import { republish } from '../store/journal/outbox.js';

await runCommand({
  usage: `Usage: republish.js --since <time> [--workspace <id>]
  Publishes the events of all changes since that time, such as 2026-03-01T10:00:00Z, again with the same ids: consumers that know
  them ignore them. Events are kept for a day. The environment is that of the service, whose processes publish them.`,
  options: { since: { type: 'string', default: '' }, workspace: { type: 'string' } },
  run: async ({ values: { since: text = '', workspace: workspaceId } }) => {
    const since = new Date(text);
    if (Number.isNaN(since.getTime())) throw new UsageError('--since must be a time.');
    const runtime = await createRuntime('republish', readConfig(serviceSpecs));
    try {
      let total = 0;
      for (const mode of modes) {
        const count = await republish(runtime.databases[mode], { since, workspaceId });
        process.stdout.write(`${mode}: ${count} journal entries will be published again\n`);
        total += count;
      }
      if (total === 0 && workspaceId !== undefined) {
        throw new CommandError(`No events of ${workspaceId} were published since then.`);
      }
    } finally {
      await runtime.databases.close();
    }
  },
});
