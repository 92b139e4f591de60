import type { ServiceRuntime } from '../../service/runtime.js';
import { modes } from '../../store/connection/connect.js';
import { removeMatches } from '../sandbox/remove-records.js';
import { isErasurePermit } from './erasure-permit.js';

/** Command line of `erase-workspace.js` in every service but auth. */
export const erasureCommand = {
  usage: `Usage: erase-workspace.js <workspace id> --permit <permit>
  Erases all records of the workspace from both databases of the service. The erase-workspace.js of auth prints the permit.`,
  options: { permit: { type: 'string', default: '' } },
  positionals: { min: 1, max: 1 },
} as const;

/** Content of the command line. */
interface ErasureLine {
  readonly values: { readonly permit?: string };
  readonly positionals: readonly string[];
}

type EraseRuntime = Pick<ServiceRuntime, 'databases' | 'callerKeys'>;

/**
 * Removes the records of a workspace from every existing collection, in batches. Resolves to their number. A repeated
 * call removes the rest.
 */
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
 * Runs the command `erase-workspace.js` of every service but auth. `prepare` removes data outside the databases before
 * the records that point to it, and can be repeated. Resolves to the exit code: 0, or 2 without a permit for the
 * workspace.
 */
export async function runErasure(
  runtime: EraseRuntime,
  { values: { permit = '' }, positionals: [workspaceId = ''] }: ErasureLine,
  prepare: (workspaceId: string) => Promise<void> = async () => undefined,
): Promise<0 | 2> {
  if (!isErasurePermit(permit, workspaceId, runtime.callerKeys)) {
    process.stderr.write(`This permit does not allow erasing ${workspaceId}.\n${erasureCommand.usage}\n`);
    return 2;
  }
  await prepare(workspaceId);
  process.stdout.write(`erased records of ${workspaceId}: ${await eraseRecords(runtime, workspaceId)}\n`);
  return 0;
}
