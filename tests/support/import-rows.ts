import type { Caller } from '@plotline/kit/core/caller';
import {
  ImportOutcome,
  type ImportRowsRequest,
  RecordsServiceService,
  type RowFault,
} from '@plotline/protos/plotline/records/v1/records';
import type { StartedService } from './started-service.js';
import { callContext } from './test-runtime.js';

/** Differences from an import of new records. `records` are objects, or texts that are sent unchanged. */
type Import = Partial<Omit<ImportRowsRequest, 'rows'>> & {
  readonly records: readonly (object | string)[];
  readonly firstRow?: number;
  /** Errors that the caller already knows. Their rows are only checked. By index of the record. */
  readonly knownFaults?: Readonly<Record<number, RowFault[]>>;
};

let imports = 0;

/** Returns a new import id. */
export function newImportId(): string {
  imports += 1;
  return `imp_${imports}`;
}

/** Calls ImportRows. Each result has its outcome as a word, the record's id and the errors as `field: message`. */
export async function importRows(
  { rpc }: Pick<StartedService, 'rpc'>,
  { records, firstRow = 1, knownFaults = {}, ...change }: Import,
  as: Partial<Caller> = {},
) {
  const rows = records.map((given, place) => {
    const record = typeof given === 'string' ? given : JSON.stringify(given);
    const faults = knownFaults[place] ?? [];
    const texts = faults.length > 0 ? { record: '', partial_record: record } : { record, partial_record: '' };
    return { number: firstRow + place, ...texts, faults };
  });
  const request = {
    import_id: newImportId(),
    resource: 'leads',
    mode: 'create',
    on_duplicate: '',
    dry_run: false,
    only_kept: false,
    created_before: 0,
    ...change,
    rows,
  };
  const answer = await rpc(RecordsServiceService.importRows, request, callContext(as));
  return answer.rows.map(({ number, outcome, id, faults }) => ({
    number,
    outcome: ImportOutcome[outcome].replace('IMPORT_OUTCOME_', '').toLowerCase(),
    id,
    faults: faults.map(({ field, message }) => `${field}: ${message}`),
  }));
}
