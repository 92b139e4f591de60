import { parseArgs } from 'node:util';
import { modes } from '../mongo/connect.js';
import type { ServiceRuntime } from '../process/runtime.js';
import { removeMatches } from '../sandbox/remove-records.js';
import { isErasurePermit } from './erasure-permit.js';

const usage = `Usage: erase-workspace.js <workspace id> --permit <permit>
  Removes all records of the workspace from both databases of the service. The erase-workspace.js of auth tells the permit.`;

type EraseRuntime = Pick<ServiceRuntime, 'databases' | 'callerKeys'>;

/** Removes the records of a workspace from every collection that there is, in batches; resolves to their number. Repeated, it removes what is left. */
export async function eraseRecords(
  { databases }: Pick<ServiceRuntime, 'databases'>,
  workspaceId: string,
): Promise<number> {
  let removed = 0;
  for (const mode of modes) {
    for (const { name } of await databases[mode].listCollections()) {
      await removeMatches(databases[mode], name, { workspace_id: workspaceId }, (count) => {
        removed += count;
      });
    }
  }
  return removed;
}

/**
 * The command `erase-workspace.js` of a service but auth. `prepare` removes what is not in the databases, before the records that tell of
 * it; it may be called again. Resolves to the code to end with: 0, or 2 without a permit for that workspace.
 */
export async function runErasure(
  runtime: EraseRuntime,
  prepare: (workspaceId: string) => Promise<void> = async () => undefined,
  args: readonly string[] = process.argv.slice(2),
): Promise<0 | 2> {
  const options = { permit: { type: 'string', default: '' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [workspaceId, ...others] = positionals;
  const isUnderstood = workspaceId !== undefined && others.length === 0;
  if (!isUnderstood || !isErasurePermit(values.permit, workspaceId, runtime.callerKeys)) {
    process.stderr.write(isUnderstood ? `This is no permit to erase ${workspaceId}.\n${usage}\n` : `${usage}\n`);
    return 2;
  }
  await prepare(workspaceId);
  process.stdout.write(`records of ${workspaceId} that were removed: ${await eraseRecords(runtime, workspaceId)}\n`);
  return 0;
}
