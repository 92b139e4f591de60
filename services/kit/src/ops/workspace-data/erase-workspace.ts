import type { ServiceRuntime } from '../../service/runtime.js';
import { modes } from '../../store/connection/connect.js';
import { removeMatches } from '../sandbox/remove-records.js';
import { isErasurePermit } from './erasure-permit.js';

/** How the command `erase-workspace.js` of a service but auth is called. */
export const erasureCommand = {
  usage: `Usage: erase-workspace.js <workspace id> --permit <permit>
  Removes all records of the workspace from both databases of the service. The erase-workspace.js of auth tells the permit.`,
  options: { permit: { type: 'string', default: '' } },
  positionals: { min: 1, max: 1 },
} as const;

/** What the command line tells. */
interface ErasureLine {
  readonly values: { readonly permit?: string };
  readonly positionals: readonly string[];
}

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
  { values: { permit = '' }, positionals: [workspaceId = ''] }: ErasureLine,
  prepare: (workspaceId: string) => Promise<void> = async () => undefined,
): Promise<0 | 2> {
  if (!isErasurePermit(permit, workspaceId, runtime.callerKeys)) {
    process.stderr.write(`This is no permit to erase ${workspaceId}.\n${erasureCommand.usage}\n`);
    return 2;
  }
  await prepare(workspaceId);
  process.stdout.write(`records of ${workspaceId} that were removed: ${await eraseRecords(runtime, workspaceId)}\n`);
  return 0;
}
