import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { type ReadRecordsResponse, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import type { ExportResource } from '../exports/model/export.js';

/** Services that own records. */
export type RecordOwners = Readonly<Record<'inventory' | 'pipeline' | 'team', Pick<Peer, 'call'>>>;

/** Records to read. */
export interface RecordQuery {
  readonly resource: ExportResource;
  /** Filters, as the query of the list. */
  readonly query: string;
  /** Adds the names of the records that a record refers to. */
  readonly withNames?: boolean;
}

/** Position in the pages of records. */
export interface WalkPosition {
  readonly after: string;
  readonly snapshot: string;
}

export interface RecordReader {
  /**
   * Returns the number of matches. Throws VALIDATION_ERROR for a query that the list refuses. Throws FORBIDDEN if the
   * caller may not read the list.
   */
  count(caller: Caller, query: RecordQuery): Promise<number>;
  /** Reads one page. Throws StateGone when the snapshot that the pages use is no longer available. */
  readPage(
    caller: Caller,
    query: RecordQuery,
    position: WalkPosition,
    /** Maximum number of records on the page. By default, the maximum of a page. */
    limit?: number,
  ): Promise<ReadRecordsResponse>;
}

/** Reports that the snapshot of the pages is no longer available, so reading must start again. */
export class StateGone extends Error {
  constructor(cause: unknown) {
    super('The state of the records is no longer available.', { cause });
    this.name = 'StateGone';
  }
}

const pageSize = 500;

const owners: Readonly<Record<ExportResource, keyof RecordOwners>> = {
  leads: 'pipeline',
  tasks: 'pipeline',
  deals: 'pipeline',
  instalments: 'pipeline',
  invoices: 'pipeline',
  payments: 'pipeline',
  commissions: 'pipeline',
  units: 'inventory',
  holds: 'inventory',
  properties: 'inventory',
  agents: 'team',
};

export const walkBegin: WalkPosition = { after: '', snapshot: '' };

export function createRecordReader(peers: RecordOwners): RecordReader {
  const read = (caller: Caller, { resource, query, withNames }: RecordQuery, position: WalkPosition, limit: number) => {
    const request = { resource, query, ...position, limit, with_names: withNames };
    return peers[owners[resource]].call(RecordsServiceService.readRecords, request, { caller });
  };
  return {
    count: async (caller, query) => (await read(caller, query, walkBegin, 0)).total,
    readPage: async (caller, query, position, limit = pageSize) => {
      try {
        return await read(caller, query, position, limit);
      } catch (error) {
        throw error instanceof Problem && error.code === 'PRECONDITION_FAILED' ? new StateGone(error) : error;
      }
    },
  };
}
