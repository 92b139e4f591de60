import { parseArgs } from 'node:util';
import { createSystemCaller, type Mode } from '../caller.js';
import { newId } from '../ids.js';
import { type Job, type JobData, jobStatuses } from '../jobs/job.js';
import { JobQueue } from '../jobs/job-queue.js';
import { modes } from '../mongo/connect.js';
import type { Owned } from '../mongo/records.js';
import { readConfig, serviceSpecs } from '../process/config.js';
import { createRuntime } from '../process/runtime.js';

const usage = `Usage: jobs.js <list|cancel|restart> <collection> [--id <id>] [--status <status>] [--workspace <id>] [--limit n]
  list     shows the jobs of a collection, such as imports, newest first, one JSON object a line
  cancel   cancels a job; --id is required
  restart  has a failed or cancelled job go on from its last commit; --id is required
The environment is that of the service.`;

type Queue = JobQueue<JobData>;

interface Options {
  readonly id: string | undefined;
  readonly status: string | undefined;
  readonly workspace: string | undefined;
  readonly limit: number;
}

function write(mode: Mode, { input: _input, state: _state, lease_token: _token, ...job }: Owned<Job>): void {
  process.stdout.write(`${JSON.stringify({ mode, ...job })}\n`);
}

async function list({ collection }: Queue, { status, workspace, limit }: Options): Promise<void> {
  for (const mode of modes) {
    const found = await Promise.all(
      jobStatuses
        .filter((one) => status === undefined || one === status)
        .map((one) =>
          collection
            .acrossWorkspaces(mode)
            .find(
              { status: one, ...(workspace !== undefined && { workspace_id: workspace }) },
              { sort: { created_at: -1 }, limit, hint: 'every_workspace' },
            ),
        ),
    );
    const newestFirst = found.flat().sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
    for (const job of newestFirst.slice(0, limit)) write(mode, job);
  }
}

async function change(queue: Queue, id: string, action: 'cancel' | 'restart'): Promise<void> {
  for (const mode of modes) {
    const found = await queue.collection.acrossWorkspaces(mode).findOne({ _id: id });
    if (!found) continue;
    const { workspace_id } = found;
    const caller = createSystemCaller({ workspaceId: workspace_id, mode }, 'operator', newId('req'));
    const job =
      action === 'cancel'
        ? (await queue.cancel({ caller }, id, () => undefined)).job
        : await queue.restart({ caller }, id);
    write(mode, { ...job, workspace_id });
    return;
  }
  throw new Error(`There is no job ${id} in the collection.`);
}

/** Reads the command line; null when it makes no sense. */
function parseCommand(
  args: readonly string[],
): { readonly collection: string; run(queue: Queue): Promise<void> } | null {
  const options = {
    id: { type: 'string' },
    status: { type: 'string' },
    workspace: { type: 'string' },
    limit: { type: 'string', default: '100' },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [action, collection, ...others] = positionals;
  const { id, status, workspace } = values;
  const limit = Number(values.limit);
  if (collection === undefined || others.length > 0 || !Number.isSafeInteger(limit) || limit < 1) return null;
  if (action === 'list') return { collection, run: (queue) => list(queue, { id, status, workspace, limit }) };
  if ((action !== 'cancel' && action !== 'restart') || id === undefined) return null;
  return { collection, run: (queue) => change(queue, id, action) };
}

const command = parseCommand(process.argv.slice(2));
if (command) {
  const runtime = await createRuntime('jobs', readConfig(serviceSpecs));
  try {
    const { collection } = command;
    await command.run(new JobQueue<JobData>(runtime, { collection, kind: collection, prefix: 'job' }));
  } finally {
    await runtime.databases.close();
  }
} else {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 2;
}
