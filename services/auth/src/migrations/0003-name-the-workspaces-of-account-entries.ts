import type { Migration } from '@plotline/kit/store/migrations';

/** An entry of the journal about an account. */
interface AccountEntry {
  readonly workspace_id: string;
  readonly subject: string;
  readonly attributes?: { readonly workspace_id?: string; readonly workspace_ids?: readonly string[] };
}

/**
 * Writes into entries of accounts which workspace they concern, as far as that is certain: the one that the entry names, or the only one
 * that the person has ever joined. The audit log shows the entries of an account to the workspaces that they name.
 */
export const up: Migration = async ({ mode, database }) => {
  if (mode !== 'live') return;
  const journal = database.collection<AccountEntry>('journal');
  const ofAccounts = { workspace_id: 'directory', 'attributes.workspace_ids': { $exists: false } };
  const naming = { ...ofAccounts, 'attributes.workspace_id': { $exists: true } };
  for await (const { _id, attributes } of journal.find(naming)) {
    await journal.updateOne({ _id }, { $set: { 'attributes.workspace_ids': [attributes?.workspace_id ?? ''] } });
  }
  const employers = database
    .collection('memberships')
    .aggregate<{ _id: string; workspace_ids: string[] }>([
      { $group: { _id: '$person_id', workspace_ids: { $addToSet: '$workspace_id' } } },
      { $match: { workspace_ids: { $size: 1 } } },
    ]);
  for await (const { _id: subject, workspace_ids } of employers) {
    // A membership may have been replaced since.
    const elsewhere = {
      subject,
      workspace_id: 'directory',
      'attributes.workspace_id': { $exists: true, $nin: workspace_ids },
    };
    if (await journal.findOne(elsewhere)) continue;
    await journal.updateMany({ ...ofAccounts, subject }, { $set: { 'attributes.workspace_ids': workspace_ids } });
  }
};
