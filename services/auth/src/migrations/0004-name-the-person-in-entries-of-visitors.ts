import type { Migration } from '@plotline/kit/store/migrations';

/** Earlier releases recorded these before they knew who had proven the identity: the person of the account. */
const proving = [
  'signed_in',
  'signed_up',
  'invitation_accepted',
  'password_reset',
  'email_changed',
  'rehashed',
] as const;

/** Names the person who acted in entries of accounts that name nobody. The audit log is filtered by who acted, too. */
export const up: Migration = async ({ mode, database }) => {
  if (mode !== 'live') return;
  const journal = database.collection('journal');
  const people = database.collection<{ _id: string; name: string }>('people');
  const nameless = { workspace_id: 'directory', 'actor.id': 'visitor', type: { $in: [...proving] } };
  const accounts = journal.aggregate<{ _id: string }>([{ $match: nameless }, { $group: { _id: '$subject' } }]);
  for await (const { _id: id } of accounts) {
    const person = await people.findOne({ _id: id });
    if (!person) continue;
    const actor = { type: 'user', id, name: person.name };
    await journal.updateMany({ ...nameless, subject: id }, { $set: { actor } });
  }
};
