import { hash } from 'node:crypto';
import { unavailable } from '@plotline/kit/core/errors';
import {
  type ImportedRow,
  ImportOutcome,
  type ImportRow,
  type ImportRowsRequest,
  RemovalOutcome,
  type RemoveImportedRequest,
} from '@plotline/protos/plotline/records/v1/records';
import type { RecordImporter } from '@plotline/transfer/peers/record-importer';
import type { RecordRemover } from '@plotline/transfer/peers/record-remover';

/**
 * Replaces the services that own records. Accepts every record with an `@` in its email, and handles the same call only
 * once. Removes every record for which no other outcome is set.
 */
export interface StubRecords extends RecordImporter, RecordRemover {
  readonly requests: ImportRowsRequest[];
  readonly removals: RemoveImportedRequest[];
  /** Outcomes of removals other than REMOVED, by record id. */
  readonly kept: Map<string, RemovalOutcome>;
  /** Stored records, in the order in which they were stored. */
  readonly stored: Record<string, unknown>[];
  /** Number of calls to refuse, as when the service is down. */
  outages: number;
  /** Is called before a call is answered. */
  beforeAnswer: (request: ImportRowsRequest) => Promise<void>;
  /** Is called before a removal is answered. */
  beforeRemoval: (request: RemoveImportedRequest) => Promise<void>;
}

function decide({ number, record, partial_record, faults: known }: ImportRow): ImportedRow {
  const { email }: Record<string, unknown> = JSON.parse(record || partial_record);
  const found = String(email).includes('@') ? [] : [{ field: 'email', message: 'must be an e-mail address' }];
  const faults = [...known, ...found];
  const isRight = faults.length === 0;
  return {
    number,
    outcome: isRight ? ImportOutcome.IMPORT_OUTCOME_CREATED : ImportOutcome.IMPORT_OUTCOME_FAILED,
    id: isRight ? `lead_${number}` : '',
    faults,
  };
}

export function createStubRecords(): StubRecords {
  const answers = new Map<string, { readonly request: string; readonly rows: readonly ImportedRow[] }>();
  const stub: StubRecords = {
    requests: [],
    removals: [],
    kept: new Map(),
    stored: [],
    outages: 0,
    beforeAnswer: async () => undefined,
    beforeRemoval: async () => undefined,
    removeImported: async (_caller, request) => {
      stub.removals.push(request);
      if (stub.outages > 0) {
        stub.outages -= 1;
        throw unavailable('The pipeline service is not available.');
      }
      await stub.beforeRemoval(request);
      return request.ids.map((id) => stub.kept.get(id) ?? RemovalOutcome.REMOVAL_OUTCOME_REMOVED);
    },
    importRows: async (_caller, request) => {
      stub.requests.push(request);
      if (stub.outages > 0) {
        stub.outages -= 1;
        throw unavailable('The pipeline service is not available.');
      }
      const key = `${request.import_id} ${request.rows[0]?.number}`;
      const identity = hash('sha256', JSON.stringify({ ...request, only_kept: false }));
      const known = answers.get(key);
      if (known && known.request !== identity) throw new Error('Another call had the same import and first row.');
      if (request.only_kept) return known?.rows ?? [];
      const rows = known?.rows ?? request.rows.map(decide);
      if (!known && !request.dry_run) {
        const taken = request.rows.filter((_row, place) => rows[place]?.id !== '');
        stub.stored.push(...taken.map(({ record }) => JSON.parse(record)));
        answers.set(key, { request: identity, rows });
      }
      await stub.beforeAnswer(request);
      return rows;
    },
  };
  return stub;
}
