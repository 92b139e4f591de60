import type { ServiceRuntime } from '../../service/runtime.js';
import {
  type ArchivedBlock,
  type ArchiveObject,
  archivedBlocks,
  archiveObjects,
} from '../../store/journal/archive/archived-block.js';
import type { Check, CheckScope, Inconsistency } from './check.js';

type Archiving = NonNullable<ServiceRuntime['archiving']>;

/** Yields the objects that the bucket lacks, or has with another size. */
async function* findDamaged({ databases, bucket }: Archiving, { mode }: CheckScope) {
  for await (const { _id, size } of databases[mode].collection<ArchiveObject>(archiveObjects.name).find({})) {
    const stored = await bucket.size(_id);
    if (stored !== size) yield { _id, size, found: stored === undefined ? `no ${_id}` : `${stored} bytes in ${_id}` };
  }
}

async function* findLost(archiving: Archiving, scope: CheckScope): AsyncGenerator<Inconsistency> {
  const { mode, workspaceId } = scope;
  const own = workspaceId === undefined ? {} : { workspace_id: workspaceId };
  const blocks = archiving.databases[mode].collection<ArchivedBlock>(archivedBlocks.name);
  for await (const { _id: object, size, found } of findDamaged(archiving, scope)) {
    for await (const { workspace_id, subject: id } of blocks.find({ ...own, object }, { hint: 'object' })) {
      yield { workspace_id, id, field: 'timeline', expected: `${size} bytes`, found };
    }
  }
}

/** Creates the check that the bucket has the archived entries of the journal. Empty if the service has no bucket. */
export function createArchiveChecks({ archiving }: Pick<ServiceRuntime, 'archiving'>): Check[] {
  if (!archiving) return [];
  const nextStep =
    'restore the object from a copy or an earlier version of the bucket (deploy/runbooks/journal-archive.md)';
  return [{ name: 'archived_entries', nextStep, find: (scope) => findLost(archiving, scope) }];
}
