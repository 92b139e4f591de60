import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Job } from '@plotline/kit/tasks/job';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import { toUndoId, type UndoData } from '../model/undo.js';

/** The undos of imports. An import has at most one. */
export class UndoQueue extends JobQueue<UndoData> {
  constructor(runtime: Pick<ServiceRuntime, 'collection' | 'journal'>, suspensions?: Suspensions) {
    super(runtime, { collection: 'import_undos', kind: 'undo', prefix: 'undo', suspensions });
  }

  /** Returns the undo of an import, or null. */
  getByImport(tenant: Tenant, importId: string): Promise<Job<UndoData> | null> {
    return this.get(tenant, toUndoId(importId));
  }

  /** Returns the undos of imports, by the id of the import. */
  async getByImports(tenant: Tenant, importIds: readonly string[]): Promise<ReadonlyMap<string, Job<UndoData>>> {
    const found = await this.collection.in(tenant).find({ _id: { $in: importIds.map(toUndoId) } });
    return new Map(found.map((undo) => [undo.input.about, undo]));
  }
}
