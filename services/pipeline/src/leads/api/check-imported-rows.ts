import { readRowId, toExternalIdKey } from '@plotline/kit/core/ids';
import type { KeyedRow } from '@plotline/kit/imports/import-plan';
import type { ImportedRecord, RowsCommand } from '@plotline/kit/imports/import-rows';
import type { CheckedRow, RowCheck } from '@plotline/kit/imports/row-check';
import { getContactKeys, toEmailKey, toPhoneKeys } from '../model/duplicates.js';
import { type CheckedHistory, readHistory } from './imported-history.js';
import { type LeadBody, type NewLeadBody, type Origin, readPhone } from './lead-body.js';

/** Checks for the bodies that create and change a lead. */
export interface LeadChecks {
  readonly creation: RowCheck<NewLeadBody>;
  readonly change: RowCheck<LeadBody>;
}

/** Row after the contract checks. */
export interface LeadRow extends KeyedRow {
  readonly told: CheckedHistory;
  /** Result of checking the row as a body that creates a lead. */
  readonly creation: CheckedRow<NewLeadBody>;
  /** Result of checking the row as a body that changes a lead. Null if the row can't change one. */
  readonly change: CheckedRow<LeadBody> | null;
  /** Keys by which an upsert finds the lead that the row changes. Empty if the row may not change a lead. */
  readonly keysOfLead: readonly string[];
  /** Id of the lead in the file, used to choose between several leads with the row's key. */
  readonly id?: string | undefined;
}

/** Returns the key of the lead that a row refers to: its external id, else its email, else its phone. */
function getUpsertKeys(fields: LeadBody, origin: Origin): string[] {
  const { external_id, email, phone = null } = fields;
  if (typeof external_id === 'string') return [toExternalIdKey(external_id)];
  if (email !== undefined) return [toEmailKey(email)];
  return toPhoneKeys(readPhone(phone, origin));
}

/** Removes the stage and its errors, because the stage belongs to the history. */
function ignoreStage({ fields: { stage: _stage, ...fields }, faults }: CheckedRow<LeadBody>): CheckedRow<LeadBody> {
  return { fields, faults: faults.filter(({ field }) => field !== 'stage') };
}

/** Returns the keys of leads that prevent or replace the creation of a new lead. */
function getKeysOfNew(fields: Partial<NewLeadBody>, onDuplicate: string, origin: Origin): string[] {
  const { external_id, email, phone = null } = fields;
  if (onDuplicate === 'create') return typeof external_id === 'string' ? [toExternalIdKey(external_id)] : [];
  if (email === undefined) return [];
  return getContactKeys({ external_id: external_id ?? undefined, email, ...readPhone(phone, origin) });
}

export function checkRow(
  { creation, change }: LeadChecks,
  { mode, onDuplicate, caller }: Pick<RowsCommand, 'mode' | 'onDuplicate' | 'caller'>,
  { number, record }: ImportedRecord,
): LeadRow {
  const created = creation.check(record);
  const told = readHistory(change, created, record);
  const ofNew = getKeysOfNew(created.fields, onDuplicate, caller);
  if (mode === 'create') return { number, creation: created, change: null, told, keysOfLead: [], keys: ofNew };
  const changed = ignoreStage(change.check(record));
  const keysOfLead = getUpsertKeys(changed.fields, caller);
  return {
    number,
    creation: created,
    change: changed,
    told,
    keysOfLead,
    keys: [...new Set([...keysOfLead, ...ofNew])],
    id: readRowId(record),
  };
}
