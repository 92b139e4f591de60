import { createSystemCaller, type Mode } from '../core/caller.js';
import { newId } from '../core/ids.js';
import { CommandError, runCommand, UsageError } from '../service/command-line.js';
import { readConfig, serviceSpecs } from '../service/config.js';
import { createRuntime } from '../service/runtime.js';
import { modes } from '../store/connection/connect.js';
import type { Owned } from '../store/records/records.js';
import { type Job, type JobData, jobStatuses } from '../tasks/job.js';
import { JobQueue } from '../tasks/job-queue.js';

const usage = `Usage: jobs.js <list|cancel|restart> <collection> [--id <id>] [--status <status>] [--workspace <id>] [--limit n]
  list     shows the jobs of a collection, such as imports, newest first, one JSON object a line
  cancel   cancels a job; --id is required
  restart  continues a failed or cancelled job from its last commit; --id is required
Run it in the environment of the service.`;

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

async function list({ collection }: Queue, { id, status, workspace, limit }: Options): Promise<void> {
  let count = 0;
  for (const mode of modes) {
    const found = await Promise.all(
      jobStatuses
        .filter((one) => status === undefined || one === status)
        .map((one) =>
          collection.acrossWorkspaces(mode).find(
            {
              status: one,
              ...(id !== undefined && { _id: id }),
              ...(workspace !== undefined && { workspace_id: workspace }),
            },
            { sort: { created_at: -1 }, limit, hint: 'every_workspace' },
          ),
        ),
    );
    const newestFirst = found.flat().sort((one, other) => other.created_at.getTime() - one.created_at.getTime());
    for (const job of newestFirst.slice(0, limit)) write(mode, job);
    count += newestFirst.length;
  }
  if (id !== undefined && count === 0) throw new CommandError(`There is no job ${id} in the collection.`);
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
  throw new CommandError(`There is no job ${id} in the collection.`);
}

interface CommandLine {
  readonly values: Partial<Omit<Options, 'limit'>> & { readonly limit: string };
  readonly positionals: readonly string[];
}

/** Parses the command line. */
function toWork({ values: { id, status, workspace, limit: text }, positionals: [action] }: CommandLine) {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1) throw new UsageError('--limit must be a whole number from 1.');
  if (status !== undefined && !jobStatuses.some((one) => one === status)) {
    throw new UsageError(`--status must be one of: ${jobStatuses.join(', ')}`);
  }
  if (action === 'list') return (queue: Queue) => list(queue, { id, status, workspace, limit });
  if (action !== 'cancel' && action !== 'restart') throw new UsageError(`There is no action ${action}.`);
  if (id === undefined) throw new UsageError('--id is required.');
  return (queue: Queue) => change(queue, id, action);
}

await runCommand({
  usage,
  options: {
    id: { type: 'string' },
    status: { type: 'string' },
    workspace: { type: 'string' },
    limit: { type: 'string', default: '100' },
  },
  positionals: { min: 2, max: 2 },
  run: async (line) => {
    const work = toWork(line);
    const [, collection = ''] = line.positionals;
    const runtime = await createRuntime('jobs', readConfig(serviceSpecs));
    try {
      const found = await runtime.databases.live.listCollections();
      if (!found.some(({ name }) => name === collection)) {
        throw new CommandError(`The service has no collection ${collection}.`);
      }
      await work(new JobQueue<JobData>(runtime, { collection, kind: collection, prefix: 'job' }));
    } finally {
      await runtime.databases.close();
    }
  },
});
