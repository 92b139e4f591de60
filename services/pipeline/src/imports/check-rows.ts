import { toExternalIdKey } from '@plotline/kit/core/external-id';
import type { KeyedRow } from '@plotline/kit/imports/import-plan';
import type { ImportedRecord, RowsCommand } from '@plotline/kit/imports/import-rows';
import type { CheckedRow, RowCheck } from '@plotline/kit/imports/row-check';
import { getContactKeys, toEmailKey, toPhoneKeys } from '../domain/duplicates.js';
import type { LeadBody, NewLeadBody } from '../http/lead-body.js';

/** The checks of the bodies that create and change a lead. */
export interface LeadChecks {
  readonly creation: RowCheck<NewLeadBody>;
  readonly change: RowCheck<LeadBody>;
}

/** A row, as the contract sees it. */
export interface LeadRow extends KeyedRow {
  /** As the body that creates a lead. */
  readonly creation: CheckedRow<NewLeadBody>;
  /** As the body that changes one; null unless the row may change one. */
  readonly change: CheckedRow<LeadBody> | null;
}

/** By what a row names the lead that it is about: the first it has of external id, email and phone. */
function getUpsertKeys({ external_id, email, phone }: LeadBody): string[] {
  if (typeof external_id === 'string') return [toExternalIdKey(external_id)];
  if (email !== undefined) return [toEmailKey(email)];
  return toPhoneKeys(phone ?? null);
}

/** A stage is changed by operations of its own, which an import has not: it is ignored, as on a creation. */
function ignoreStage({ fields: { stage: _stage, ...fields }, faults }: CheckedRow<LeadBody>): CheckedRow<LeadBody> {
  return { fields, faults: faults.filter(({ field }) => field !== 'stage') };
}

/** The keys of the leads with which a new lead may not, or need not, be created. */
function getKeysOfNew(fields: Partial<NewLeadBody>, onDuplicate: string): string[] {
  const { external_id, email, phone = null } = fields;
  if (onDuplicate === 'create') return typeof external_id === 'string' ? [toExternalIdKey(external_id)] : [];
  if (email === undefined) return [];
  return getContactKeys({ external_id: external_id ?? undefined, email, phone });
}

export function checkRow(
  { creation, change }: LeadChecks,
  { mode, onDuplicate }: Pick<RowsCommand, 'mode' | 'onDuplicate'>,
  { number, record }: ImportedRecord,
): LeadRow {
  const created = creation.check(record);
  const ofNew = getKeysOfNew(created.fields, onDuplicate);
  if (mode === 'create') return { number, creation: created, change: null, keys: ofNew };
  const changed = ignoreStage(change.check(record));
  return {
    number,
    creation: created,
    change: changed,
    keys: [...new Set([...getUpsertKeys(changed.fields), ...ofNew])],
  };
}

/** The keys by which an upsert finds the lead of the row. */
export function getKeysOfLead({ change }: LeadRow): readonly string[] {
  return change ? getUpsertKeys(change.fields) : [];
}
