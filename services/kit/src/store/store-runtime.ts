import type { Keyring } from '../core/secrets.js';
import type { Clock } from '../core/time.js';
import type { Logger } from '../telemetry/log.js';
import type { Metrics } from '../telemetry/metrics.js';
import type { Databases } from './connection/connect.js';
import { IdempotencyKeys, idempotencyCollection } from './idempotency/keys.js';
import type { DeclaredCollection } from './indexes.js';
import type { ArchiveLocation, ArchivingOptions } from './journal/archive/archive-entries.js';
import { archivedBlocks, archiveObjects } from './journal/archive/archived-block.js';
import { JournalArchive } from './journal/archive/journal-archive.js';
import { declaredJournal, Journal } from './journal/journal.js';
import { Lease, leaseCollection } from './lease.js';
import { Collection } from './records/collection.js';
import type { CollectionOptions } from './records/record-model.js';
import type { Versioned } from './records/records.js';

/** A service's databases, and everything that its stores, jobs and periodic tasks need. */
export interface StoreRuntime {
  /** Name of the service, such as `pipeline`. */
  readonly name: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly databases: Databases;
  readonly journal: Journal;
  /** Where old entries of the journal are kept, if the service has a bucket for them. */
  readonly archiving?: ArchivingOptions;
  readonly idempotency: IdempotencyKeys;
  readonly lease: Lease;
  readonly clock: Clock;
  /** Declares a collection; the migration job creates it and its indexes. */
  collection<T extends Versioned>(options: CollectionOptions<T>): Collection<T>;
  /** Declares further indexes of a collection for the migration job. */
  declare(collection: DeclaredCollection): void;
  /** All collections of the service. */
  readonly declared: readonly DeclaredCollection[];
}

type StoreRuntimeOptions = Pick<StoreRuntime, 'name' | 'log' | 'metrics' | 'databases' | 'clock'> & {
  /** Keys that seal the answers kept with Idempotency-Keys. */
  readonly answerKeys: Keyring;
  readonly archive?: ArchiveLocation | undefined;
};

/**
 * Creates the runtime with databases that may not be connected yet, because a service declares its collections before
 * that.
 */
export function createStoreRuntime({ answerKeys, archive, ...given }: StoreRuntimeOptions): StoreRuntime {
  const { databases, clock, log } = given;
  const idempotency = new IdempotencyKeys(databases, answerKeys);
  const declared = [declaredJournal, archivedBlocks, archiveObjects, idempotencyCollection, leaseCollection];
  const archiving = archive && { databases, ...archive };
  return {
    ...given,
    ...(archiving && { archiving }),
    idempotency,
    journal: new Journal(databases, idempotency, clock, new JournalArchive({ databases, log, ...archive })),
    lease: new Lease(databases, log),
    collection: <T extends Versioned>(options: CollectionOptions<T>) => {
      const collection = new Collection<T>(databases, options);
      declared.push(collection.declared);
      return collection;
    },
    declare: (collection) => void declared.push(collection),
    declared,
  };
}
