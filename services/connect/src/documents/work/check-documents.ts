import type { Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import {
  type Check,
  createDoctorCaller,
  type Inconsistency,
  inBatches,
  listChecked,
} from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import type { SaleDocument } from '../model/document.js';

type CheckContext = Pick<Context, 'runtime' | 'documents' | 'documentJobs' | 'leadFiles' | 'clock'>;

/** Longer than all attempts at a task together. */
const maxPendingMs = 7 * 86_400_000;

/** Offset beyond the end of any file. Reading there returns only the size. */
const beyondEnd = Number.MAX_SAFE_INTEGER;

/** Describes the problem of a pending task; null if there is none. */
function findTaskFault(
  { pending, updated_at }: SaleDocument,
  { isQueued, since }: { readonly isQueued: boolean; readonly since: Date },
): Pick<Inconsistency, 'expected' | 'found'> | null {
  if (!isQueued) return { expected: `a job to ${pending} it`, found: 'no job' };
  return updated_at < since ? { expected: `no task since ${since.toISOString()}`, found: pending } : null;
}

/**
 * Checks that each pending task has a job and is done within a week. A task waits while its connection is not active.
 */
export function createDocumentTaskCheck({ runtime, documents, documentJobs, clock }: CheckContext): Check {
  async function* findUndone(tenant: Tenant, since: Date): AsyncGenerator<Inconsistency> {
    for await (const batch of inBatches(documents.eachPending(tenant))) {
      const queued = await documentJobs.findQueued(
        tenant,
        batch.map(({ id }) => id),
      );
      for (const document of batch) {
        const fault = findTaskFault(document, { isQueued: queued.has(document.id), since });
        if (fault) yield { workspace_id: tenant.workspaceId, id: document.id, ...fault };
      }
    }
  }
  return {
    name: 'document_task',
    nextStep: "look at the document's connection and its calls with the customer, then enable it again",
    find: async function* (scope) {
      const since = new Date(clock().getTime() - maxPendingMs);
      for (const tenant of await listChecked(runtime, documents.name, scope)) yield* findUndone(tenant, since);
    },
  };
}

/** Checks that transfer has the files of each document. */
export function createDocumentFileCheck({ runtime, documents, leadFiles }: CheckContext): Check {
  async function* findMissing(tenant: Tenant, { id, files }: SaleDocument): AsyncGenerator<Inconsistency> {
    const caller = createDoctorCaller(tenant);
    for (const [version, file] of Object.entries(files)) {
      if (typeof file !== 'string') continue;
      const isStored = await leadFiles.read(caller, file, beyondEnd).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'NOT_FOUND') return false;
          throw error;
        },
      );
      if (isStored) continue;
      yield { workspace_id: tenant.workspaceId, id, field: `files.${version}`, expected: file, found: 'no file' };
    }
  }
  return {
    name: 'document_file',
    nextStep: 'restore the file of the lead from a backup, unless a person has deleted it',
    find: async function* (scope) {
      for (const tenant of await listChecked(runtime, documents.name, scope)) {
        for await (const document of documents.each(tenant)) yield* findMissing(tenant, document);
      }
    },
  };
}
