import { parseArgs } from 'node:util';
import { republish } from '../journal/republish.js';
import { modes } from '../mongo/connect.js';
import { readConfig, serviceSpecs } from '../process/config.js';
import { createRuntime } from '../process/runtime.js';

const usage = `Usage: republish.js --since <time> [--workspace <id>]
  Has the events of what was changed since then, such as 2026-03-01T10:00:00Z, published again under the same ids: consumers that know
  them ignore them. Events are kept for a day. The environment is that of the service, whose processes publish them.`;

const { values } = parseArgs({ options: { since: { type: 'string', default: '' }, workspace: { type: 'string' } } });
const since = new Date(values.since);
if (Number.isNaN(since.getTime())) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
} else {
  const runtime = await createRuntime('republish', readConfig(serviceSpecs));
  for (const mode of modes) {
    const count = await republish(runtime.databases[mode], { since, workspaceId: values.workspace });
    process.stdout.write(`${mode}: ${count} journal entries are published again\n`);
  }
  await runtime.databases.close();
}
