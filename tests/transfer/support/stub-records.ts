import { hash } from 'node:crypto';
import { unavailable } from '@plotline/kit/core/errors';
import {
  type ImportedRow,
  ImportOutcome,
  type ImportRow,
  type ImportRowsRequest,
} from '@plotline/protos/plotline/records/v1/records';
import type { RecordImporter } from '@plotline/transfer/peers/record-importer';

/** Replaces the services that own records: accepts every record with an `@` in its email, and the same call once. */
export interface StubRecords extends RecordImporter {
  readonly requests: ImportRowsRequest[];
  /** Stored records, in that order. */
  readonly stored: Record<string, unknown>[];
  /** Calls to refuse, as by a service that is down. */
  outages: number;
  /** Called before a call is answered. */
  beforeAnswer: (request: ImportRowsRequest) => Promise<void>;
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
    stored: [],
    outages: 0,
    beforeAnswer: async () => undefined,
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
