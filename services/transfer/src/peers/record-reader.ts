import type { Caller } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Peer } from '@plotline/kit/rpc/client';
import { type ReadRecordsResponse, RecordsServiceService } from '@plotline/protos/plotline/records/v1/records';
import type { ExportResource } from '../domain/export.js';

/** The services that own records. */
export type RecordOwners = Readonly<Record<'inventory' | 'pipeline' | 'team', Pick<Peer, 'call'>>>;

/** Which records are read. */
export interface RecordQuery {
  readonly resource: ExportResource;
  /** As the query of the list. */
  readonly query: string;
}

/** Where a walk through records is. */
export interface WalkPosition {
  readonly after: string;
  readonly snapshot: string;
}

export interface RecordReader {
  /** The number of matches. Throws VALIDATION_ERROR for what is no query of the list, and FORBIDDEN. */
  count(caller: Caller, query: RecordQuery): Promise<number>;
  /** One page. Throws StateGone when the state that the walk reads is kept no longer. */
  readPage(caller: Caller, query: RecordQuery, position: WalkPosition): Promise<ReadRecordsResponse>;
}

/** The state that a walk reads is kept no longer: it must begin anew. */
export class StateGone extends Error {
  constructor(cause: unknown) {
    super('The state of the records that is read is kept no longer.', { cause });
    this.name = 'StateGone';
  }
}

const pageSize = 500;

const owners: Readonly<Record<ExportResource, keyof RecordOwners>> = {
  leads: 'pipeline',
  deals: 'pipeline',
  invoices: 'pipeline',
  commissions: 'pipeline',
  units: 'inventory',
  properties: 'inventory',
  agents: 'team',
};

export const walkBegin: WalkPosition = { after: '', snapshot: '' };

export function createRecordReader(peers: RecordOwners): RecordReader {
  const read = (caller: Caller, query: RecordQuery, position: WalkPosition, limit: number) =>
    peers[owners[query.resource]].call(RecordsServiceService.readRecords, { ...query, ...position, limit }, { caller });
  return {
    count: async (caller, query) => (await read(caller, query, walkBegin, 0)).total,
    readPage: async (caller, query, position) => {
      try {
        return await read(caller, query, position, pageSize);
      } catch (error) {
        throw error instanceof Problem && error.code === 'PRECONDITION_FAILED' ? new StateGone(error) : error;
      }
    },
  };
}
