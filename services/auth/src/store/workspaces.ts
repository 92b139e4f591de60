import { type Collection, createRecordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Workspace } from '../domain/workspace.js';

const schema = createRecordSchema({ name: String, plan: String, currency: String, created_at: Date });

/** Workspaces: one record for both modes, in the live database. The name is unique. */
export class Workspaces {
  readonly #collection: Collection<Workspace>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<Workspace>({
      name: 'workspaces',
      schema,
      indexes: [{ name: 'name', keys: { name: 1 }, unique: true }],
    });
  }

  /** Stores the workspace, or resolves to the existing one of that name. */
  async getOrCreate(workspace: Workspace): Promise<Workspace> {
    try {
      await this.#collection.in({ workspaceId: workspace.id, mode: 'live' }).insert([workspace]);
      return workspace;
    } catch (error) {
      const existing = await this.#collection.acrossWorkspaces('live').findOne({ name: workspace.name });
      if (isDuplicateKey(error) && existing) return existing;
      throw error;
    }
  }

  get(id: string): Promise<Workspace | null> {
    return this.#collection.in({ workspaceId: id, mode: 'live' }).get(id);
  }
}
