import type { Caller } from '@plotline/kit/caller';
import { type Collection, createRecordSchema } from '@plotline/kit/mongo/collection';
import { isDuplicateKey } from '@plotline/kit/mongo/indexes';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { User } from '../domain/user.js';

const schema = createRecordSchema({
  email: String,
  name: String,
  role: String,
  agent_id: String,
  password_hash: String,
  created_at: Date,
});

/** Logins: one record for both modes, in the live database. The address is unique within a workspace. */
export class Users {
  readonly #collection: Collection<User>;

  constructor(runtime: ServiceRuntime) {
    this.#collection = runtime.collection<User>({
      name: 'users',
      schema,
      indexes: [{ name: 'email', keys: { workspace_id: 1, email: 1 }, unique: true }],
    });
  }

  /** Stores the login, or updates name, role, agent and password of the one with that address; resolves to its id. */
  async register(caller: Caller, user: User): Promise<string> {
    const records = this.#collection.in({ workspaceId: caller.workspaceId, mode: 'live' });
    try {
      await records.insert([user]);
      return user.id;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const { name, role, agent_id, password_hash } = user;
      const update = { $set: { name, role, agent_id, password_hash }, $inc: { version: 1 } };
      const existing = await records.findAndUpdate({ email: user.email }, update);
      if (!existing) throw error;
      return existing.id;
    }
  }
}
