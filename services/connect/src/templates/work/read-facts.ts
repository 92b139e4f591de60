import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { JsonObject } from '@plotline/kit/core/json-object';
import type { Context } from '../../context.js';
import type { DetailedResource } from '../../peers/record-details.js';
import type { Facts } from '../model/template-fields.js';

/** Deal or hold that a document is created for. */
export interface DocumentSubject {
  readonly type: 'deal' | 'hold';
  readonly id: string;
}

const resources = { deal: 'deals', hold: 'holds' } as const;

function readId(record: JsonObject, field: string): string | null {
  const value = record[field];
  return typeof value === 'string' ? value : null;
}

/** Reads the records of a deal or hold. Rejects with NOT_FOUND if the deal, the hold or its lead doesn't exist. */
export async function readFacts(
  { getRecord, clock }: Pick<Context, 'getRecord' | 'clock'>,
  caller: Caller,
  { type, id }: DocumentSubject,
): Promise<Facts> {
  const record = await getRecord(caller, resources[type], id);
  /** A unit or property counts as missing if it was deleted, or if the caller may not view it. */
  const find = async (resource: DetailedResource, field: string) => {
    const found = readId(record, field);
    if (found === null) return null;
    return getRecord(caller, resource, found).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'NOT_FOUND') return null;
      throw error;
    });
  };
  const [lead, unit, property] = await Promise.all([
    getRecord(caller, 'leads', readId(record, 'lead_id') ?? ''),
    find('units', 'unit_id'),
    find('properties', 'property_id'),
  ]);
  const [deal, hold] = type === 'deal' ? [record, null] : [null, record];
  return { lead, unit, property, deal, hold, timeZone: caller.timeZone, now: clock() };
}
