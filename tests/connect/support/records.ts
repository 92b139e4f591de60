import type { FilePart, LeadFiles, NewLeadFile } from '@plotline/connect/peers/lead-files';
import type { GetRecord } from '@plotline/connect/peers/record-details';
import { conflict, notFound, Problem } from '@plotline/kit/core/errors';
import type { JsonObject } from '@plotline/kit/core/json-object';

/** Records in the form of the public API. They replace inventory and pipeline. */
export interface TestRecords {
  readonly get: GetRecord;
  readonly records: Map<string, JsonObject>;
  /** Survivors by the id of the lead that was merged into them. */
  readonly survivors: Map<string, string>;
}

export function createTestRecords(): TestRecords {
  const records = new Map<string, JsonObject>([
    ['lead_1', { id: 'lead_1', name: 'Łucja Ångström', email: 'lucja@example.com', phone: null }],
    [
      'unit_1',
      {
        id: 'unit_1',
        name: 'Villa 9',
        bedrooms: 4,
        size: { interior: 310, unit: 'sqm' },
        price: { amount: 1_850_000, currency: 'AED' },
      },
    ],
    ['prop_1', { id: 'prop_1', name: 'Palm Gardens', location: { city: 'Dubai', country: 'AE' } }],
    [
      'hold_1',
      {
        id: 'hold_1',
        lead_id: 'lead_1',
        unit_id: 'unit_1',
        property_id: 'prop_1',
        price: { amount: 1_800_000, currency: 'AED' },
        deposit: { amount: 50_000, currency: 'AED', due_at: '2027-03-01T09:00:00.000Z' },
        expires_at: '2027-03-05T09:00:00.000Z',
      },
    ],
    [
      'deal_1',
      {
        id: 'deal_1',
        lead_id: 'lead_1',
        unit_id: null,
        property_id: 'prop_1',
        value: 1_800_000,
        currency: 'AED',
        closed_at: '2027-02-01T09:00:00.000Z',
      },
    ],
  ]);
  const survivors = new Map<string, string>();
  return {
    records,
    survivors,
    get: async (_caller, _resource, id) => {
      const merged_into = survivors.get(id);
      if (merged_into) throw new Problem('NOT_FOUND', 'Merged.', { reason: 'lead_merged', data: { merged_into } });
      const record = records.get(id);
      if (!record) throw notFound();
      return record;
    },
  };
}

/** In-memory replacement for transfer's file store. Returns files in parts of 64 KiB. */
export interface TestFiles extends LeadFiles {
  readonly files: Map<string, NewLeadFile & { readonly type: string }>;
  isFull: boolean;
}

const partBytes = 65_536;

export function createTestFiles(): TestFiles {
  const store: TestFiles = {
    files: new Map(),
    isFull: false,
    store: async (caller, file) => {
      if (store.isFull && caller.actor.type !== 'system') throw conflict('It is full.', 'storage_limit_reached');
      if (!store.files.has(file.id)) store.files.set(file.id, { ...file, type: 'application/pdf' });
    },
    read: async (_caller, id, offset): Promise<FilePart> => {
      const file = store.files.get(id);
      if (!file) throw notFound();
      const { content, type } = file;
      return { content: content.subarray(offset, offset + partBytes), size: content.length, type };
    },
  };
  return store;
}
