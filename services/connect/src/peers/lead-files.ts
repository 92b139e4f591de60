import type { Caller } from '@plotline/kit/core/caller';
import type { Peer } from '@plotline/kit/rpc/client';
import { LeadFilesServiceService } from '@plotline/protos/plotline/transfer/v1/lead_files';

/** PDF to store. Storing the same id again changes nothing. */
export interface NewLeadFile {
  readonly id: string;
  readonly leadId: string;
  readonly name: string;
  readonly content: Buffer;
}

/** Part of a stored file. */
export interface FilePart {
  /** Empty at the end of the file. */
  readonly content: Buffer;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  /** Media type. */
  readonly type: string;
}

/** Access to the files that transfer stores. All methods reject with a Problem. */
export interface LeadFiles {
  store(caller: Caller, file: NewLeadFile): Promise<void>;
  /** Reads a part of a file from an offset. Rejects with NOT_FOUND. */
  read(caller: Caller, id: string, offset: number): Promise<FilePart>;
}

/** Bytes of a part, below the limit of a message. */
const partBytes = 3 * 1_048_576;

/** Creates the access to files from a client of transfer. */
export function createLeadFiles(transfer: Peer): LeadFiles {
  return {
    store: async (caller, { id, leadId, name, content }) => {
      const count = Math.max(1, Math.ceil(content.length / partBytes));
      for (let part = 0; part < count; part += 1) {
        const bytes = content.subarray(part * partBytes, (part + 1) * partBytes);
        const request = { file_id: id, lead_id: leadId, name, part, is_last: part === count - 1, content: bytes };
        await transfer.call(LeadFilesServiceService.storeLeadFile, request, { caller });
      }
    },
    read: async (caller, file_id, offset) => {
      const { content, size, type } = await transfer.call(
        LeadFilesServiceService.readFile,
        { file_id, offset },
        { caller },
      );
      return { content: Buffer.from(content), size, type };
    },
  };
}
