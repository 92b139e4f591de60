import type { Caller } from '@plotline/kit/core/caller';
import { type ReadRecordsResponse, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import type { StartedService } from './started-service.js';
import { callContext } from './test-runtime.js';

export interface ReadRequest {
  readonly resource: string;
  readonly query?: string;
  readonly limit?: number;
  readonly after?: string;
  readonly snapshot?: string;
  readonly with_names?: boolean;
}

type Reader = Pick<StartedService, 'rpc'>;

/** Reads one page with ReadRecords. */
export function readPage({ rpc }: Reader, request: ReadRequest, as: Partial<Caller>): Promise<ReadRecordsResponse> {
  const whole = { query: '', limit: 500, after: '', snapshot: '', ...request };
  return rpc(RecordsServiceService.readRecords, whole, callContext(as));
}

/** Reads all pages with ReadRecords. */
export async function readPages(reader: Reader, request: ReadRequest, as: Partial<Caller>) {
  const pages = [await readPage(reader, request, as)];
  for (let page = pages[0]; page?.next; page = pages.at(-1)) {
    pages.push(await readPage(reader, { ...request, after: page.next, snapshot: page.snapshot }, as));
  }
  return pages;
}

/** Parses the records on pages. */
export function parseRecords(...pages: readonly Pick<ReadRecordsResponse, 'records'>[]): {
  readonly id: string;
  readonly status?: string;
  readonly name?: string;
}[] {
  return pages.flatMap(({ records }) => records.map((record) => JSON.parse(record)));
}
