import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Collection } from '@plotline/kit/store/records/collection';
import { retryOnConflict, VersionConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';
import { defaultPreferences, type NoticePreferences } from '../model/notice-kind.js';
import { createPreferences, type NoticePerson, type PersonPreferences } from '../model/person-preferences.js';

const toId = ({ workspaceId }: Tenant, personId: string) => `${workspaceId}.${personId}`;
const isConflict = (error: unknown) => error instanceof VersionConflict || isDuplicateKey(error);

/** Preferences of people about notices, one record for each person in a workspace. */
export class NoticePreferencesStore {
  readonly #collection: Collection<PersonPreferences>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<PersonPreferences>({
      name: 'notice_preferences',
      schema: createRecordSchema({
        person_id: String,
        agent_id: String,
        choices: Schema.Types.Mixed,
        updated_at: Date,
      }),
      indexes: [{ name: 'agent', keys: { workspace_id: 1, agent_id: 1 } }],
      reset: 'kept',
    });
  }

  /** Returns the preferences of a person. Before the first change, these are the defaults. */
  async get(tenant: Tenant, person: NoticePerson, now: Date): Promise<PersonPreferences> {
    const id = toId(tenant, person.personId);
    return (await this.#collection.in(tenant).get(id)) ?? createPreferences(person, id, now);
  }

  /** Returns the choices of the recipient of a notice, who is a person or an agent. */
  async findChoices(tenant: Tenant, recipient: string): Promise<NoticePreferences> {
    const records = this.#collection.in(tenant);
    const ofPerson = await records.get(toId(tenant, recipient));
    const found = ofPerson ?? (await records.findOne({ agent_id: recipient }));
    return found ? { ...defaultPreferences, ...found.choices } : defaultPreferences;
  }

  /**
   * Changes the preferences of a person. `decide` gets the current preferences. If it returns the same object, nothing
   * changes.
   */
  async change(
    tenant: Tenant,
    person: NoticePerson,
    now: Date,
    decide: (before: PersonPreferences) => PersonPreferences,
  ): Promise<PersonPreferences> {
    const records = this.#collection.in(tenant);
    const change = async () => {
      const id = toId(tenant, person.personId);
      const stored = await records.get(id);
      const before = stored ?? createPreferences(person, id, now);
      const decided = decide(before);
      if (decided === before) return before;
      const after = { ...decided, agent_id: person.agentId };
      if (stored) return records.change(stored, after);
      const added = { ...after, version: before.version + 1 };
      await records.insert([added]);
      return added;
    };
    return retryOnConflict(change, { isConflict });
  }
}
