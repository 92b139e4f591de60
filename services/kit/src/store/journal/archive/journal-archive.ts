import type { ClientSession } from 'mongoose';
import type { Logger } from 'pino';
import type { Mode, Tenant } from '../../../core/caller.js';
import { Problem } from '../../../core/errors.js';
import type { Bucket } from '../../../objects/bucket.js';
import type { Databases } from '../../connection/connect.js';
import type { TimelineEntry } from '../entry.js';
import { type ArchivedBlock, archivedBlocks, openEntries } from './archived-block.js';

export interface JournalArchiveOptions {
  readonly databases: Databases;
  /** Without it, archived entries can be erased and moved, but not read. */
  readonly bucket?: Bucket;
  readonly log: Pick<Logger, 'error'>;
}

async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

/**
 * Old entries of the journal, kept in objects of a bucket. Each record's entries are encrypted with a key that only the
 * database has. Erasing the key erases them, although the object remains.
 */
export class JournalArchive {
  readonly #options: JournalArchiveOptions;

  constructor(options: JournalArchiveOptions) {
    this.#options = options;
  }

  /** Whether archived entries can be read. */
  get isReadable(): boolean {
    return this.#options.bucket !== undefined;
  }

  #blocks(mode: Mode) {
    return this.#options.databases[mode].collection<ArchivedBlock>(archivedBlocks.name);
  }

  /** Finds the blocks of one record, in the order of their creation. */
  findBlocks({ mode, workspaceId }: Tenant, subject: string): Promise<ArchivedBlock[]> {
    const filter = { workspace_id: workspaceId, subject };
    return this.#blocks(mode)
      .find(filter, { sort: { _id: 1 }, hint: 'timeline' })
      .toArray();
  }

  /** Yields all blocks of a workspace. */
  async *eachBlock({ mode, workspaceId }: Tenant): AsyncGenerator<ArchivedBlock> {
    yield* this.#blocks(mode).find({ workspace_id: workspaceId }, { hint: 'timeline' });
  }

  /**
   * Reads the entries of a block. Their subject is that of the block, because their record may have been merged. If the
   * object is missing or damaged, logs an error and resolves to no entries, so that the rest of a timeline stays
   * readable. Rejects with SERVICE_UNAVAILABLE when the bucket doesn't answer.
   */
  async readBlock(mode: Mode, block: ArchivedBlock): Promise<TimelineEntry[]> {
    const { bucket, log } = this.#options;
    if (!bucket) throw new Error('The service has no bucket for archived entries.');
    const { object, start, length, subject } = block;
    try {
      const range = { start, end: start + length - 1 };
      const content = await readAll(bucket.read(object, { range }));
      return (await openEntries(content, block)).map((entry) => ({ ...entry, subject }));
    } catch (error) {
      if (error instanceof Problem && error.code === 'SERVICE_UNAVAILABLE') throw error;
      log.error({ err: error, mode, object, subject }, 'an object of the journal archive is missing or damaged');
      return [];
    }
  }

  /** Erases the archived entries about each of the records within a transaction. */
  async eraseAll({ mode, workspaceId }: Tenant, subjects: readonly string[], session: ClientSession): Promise<void> {
    const filter = { workspace_id: workspaceId, subject: { $in: [...subjects] } };
    await this.#blocks(mode).deleteMany(filter, { session });
  }

  /** Moves the archived entries about one record to another record's timeline within a transaction. */
  async move({ mode, workspaceId }: Tenant, from: string, to: string, session: ClientSession): Promise<void> {
    const filter = { workspace_id: workspaceId, subject: from };
    await this.#blocks(mode).updateMany(filter, { $set: { subject: to } }, { session });
  }

  /** Returns the ids of those records that have archived entries. */
  findSubjects({ mode, workspaceId }: Tenant, subjects: readonly string[]): Promise<string[]> {
    return this.#blocks(mode).distinct('subject', { workspace_id: workspaceId, subject: { $in: [...subjects] } });
  }
}
