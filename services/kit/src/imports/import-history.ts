import type { ClientSession } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import type { Databases } from '../store/connection/connect.js';
import { type EntryInput, journalCollection } from '../store/journal/entry.js';

/** Attributes of journal entries that an import or its undo has written. They contain the id of the import. */
const [importAttribute, undoAttribute] = ['import_id', 'undone_import_id'] as const;

function withAttribute(entry: EntryInput, name: string, importId: string): EntryInput {
  return { ...entry, attributes: { ...entry.attributes, [name]: importId } };
}

/** Returns the entry, marked as written by an import. */
export function markAsImported(entry: EntryInput, importId: string): EntryInput {
  return withAttribute(entry, importAttribute, importId);
}

/** Returns the entry of a deletion, marked as the undo of an import. */
export function markAsUndone(entry: EntryInput, importId: string): EntryInput {
  return withAttribute(entry, undoAttribute, importId);
}

/** The journal's facts about a record that an import created or changed. */
export interface ImportHistory {
  /** Whether the import created the record. */
  readonly isCreated: boolean;
  /** Whether somebody else has changed the record or added to its activity. */
  readonly isChanged: boolean;
  /** Whether a different record was merged with this one. */
  readonly isMerged: boolean;
  /** Whether the undo of the import removed the record. */
  readonly isUndone: boolean;
}

interface HistoryRow {
  readonly _id: string;
  readonly created: number;
  readonly changed: number;
  readonly merged: number;
  readonly undone: number;
}

const countIf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });

/**
 * Reads from the journal what an import, its undo and other changes did to some records. Resolves to the histories by
 * record id. Leaves out records that have no entries. Ignores changes by the background work in `derivedBy`, because
 * they only follow from changes of other records. Runs in a transaction.
 */
export async function readImportHistories(
  databases: Databases,
  { workspaceId, mode }: Tenant,
  { importId, ids, derivedBy }: { importId: string; ids: readonly string[]; derivedBy: readonly string[] },
  session: ClientSession,
): Promise<ReadonlyMap<string, ImportHistory>> {
  const ofImport = { $literal: importId };
  const byImport = { $eq: [`$attributes.${importAttribute}`, ofImport] };
  const byUndo = { $eq: [`$attributes.${undoAttribute}`, ofImport] };
  const isDerived = {
    $and: [{ $eq: ['$actor.type', 'system'] }, { $in: ['$actor.id', { $literal: [...derivedBy] }] }],
  };
  const stages = [
    { $match: { workspace_id: workspaceId, subject: { $in: [...ids] } } },
    {
      $group: {
        _id: '$subject',
        created: countIf({ $and: [byImport, { $eq: ['$type', 'created'] }] }),
        changed: countIf({ $not: [{ $or: [byImport, byUndo, isDerived] }] }),
        merged: countIf({ $eq: ['$type', 'merged'] }),
        undone: countIf(byUndo),
      },
    },
  ];
  const journal = databases[mode].collection(journalCollection);
  const rows = await journal.aggregate<HistoryRow>(stages, { session, hint: 'timeline' }).toArray();
  return new Map(
    rows.map(({ _id, created, changed, merged, undone }) => [
      _id,
      { isCreated: created > 0, isChanged: changed > 0, isMerged: merged > 0, isUndone: undone > 0 },
    ]),
  );
}
