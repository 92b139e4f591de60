import { newId } from '@plotline/kit/core/ids';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import type { Migration } from '@plotline/kit/store/migrations';

/** A login of one workspace, as it was stored before people had one account. */
interface FormerUser {
  readonly _id: string;
  readonly workspace_id: string;
  readonly email: string;
  readonly name: string;
  readonly agent_id: string;
  readonly password_hash: string;
  readonly created_at: Date;
}

/**
 * Makes one person of the logins with one address, and a membership of each. The person has the id and the password of the login that was
 * made first. `users` stays for the version before; the next release drops it.
 */
export const up: Migration = async ({ mode, database }) => {
  if (mode !== 'live') return;
  const people = database.collection<{ _id: string; email: string }>('people');
  const memberships = database.collection<{ _id: string; person_id: string; workspace_id: string; agent_id: string }>(
    'memberships',
  );
  const users = database.collection<FormerUser>('users').find({}).sort({ created_at: 1, _id: 1 });
  for await (const { _id, workspace_id, email, name, agent_id, password_hash, created_at } of users) {
    const person = {
      _id,
      workspace_id: 'directory',
      version: 1,
      email,
      name,
      password_hash,
      email_confirmed_at: created_at,
      two_factor: null,
      created_at,
      updated_at: created_at,
    };
    // The unique index may not be there yet: the first login of an address is found, not refused.
    const existing = await people.findOne({ email });
    if (!existing) await people.insertOne(person);
    const person_id = existing?._id ?? _id;
    if (agent_id === '' || (await memberships.findOne({ person_id, workspace_id }))) continue;
    const membership = { _id: newId('member'), workspace_id, version: 1, person_id, agent_id, created_at };
    await memberships.insertOne(membership).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }
};
