import { type Connection, Schema, type SchemaDefinition } from 'mongoose';
import type { Deadline } from '../../core/time.js';
import type { Index, ResetRule } from '../indexes.js';

/** A record as stored. */
export interface Document {
  _id: string;
  workspace_id: string;
  version: number;
  derived?: unknown;
}

/**
 * Creates a schema of records: string ids, none of mongoose's own fields and defaults, and unknown fields refused on
 * writing.
 */
export function createRecordSchema(definition: SchemaDefinition): Schema {
  return new Schema(
    {
      _id: { type: String, required: true },
      workspace_id: { type: String, required: true },
      version: { type: Number, required: true },
      derived: Schema.Types.Mixed,
      ...definition,
    },
    { strict: 'throw', versionKey: false, minimize: false, autoIndex: false, autoCreate: false, id: false },
  );
}

/** Creates the model of a collection in one database. A second model of a collection needs another name. */
// Open generics of mongoose cost the compiler gigabytes, so one closed model type serves all collections.
export function createModel(connection: Connection, name: string, schema: Schema, collection = name) {
  return connection.model<Document>(name, schema, collection);
}
export type RecordModel = ReturnType<typeof createModel>;

/**
 * Computes fields for indexes, such as a lower-case name. They are stored under `derived` and never read back. A
 * missing one is `undefined`, so that it is removed where another version of the record has it.
 */
export type Derive<T> = (record: T) => Readonly<Record<string, unknown>>;

export interface CollectionOptions<T> {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes: readonly Index[];
  readonly derive?: Derive<T>;
  /** Rule for a reset of the sandbox. By default, records with a `created_at` are removed by it. */
  readonly reset?: ResetRule;
}

/** Fields of the document that no record contains. */
export const withoutDerived = { derived: 0 } as const;

/** A record requested by id. */
export interface WantedRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly deadline: Deadline | undefined;
}

/** A record with the other fields of its document. */
export type StoredRecord<T> = T & Partial<Document>;

/** Reads a record as stored, without `derived`; null when the workspace has none with that id. */
export type ReadRecord<T> = (wanted: WantedRecord) => Promise<StoredRecord<T> | null>;

/** Storage of a collection's records in one database. */
export interface RecordStorage<T> {
  readonly model: RecordModel;
  /** Reads a record of one workspace; absent for access to the records of all. */
  readonly read?: ReadRecord<T>;
  readonly derive: Derive<T> | undefined;
  /** Stored names of the indexes by their names in the code. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Returns the fields that a decision can change. */
export function withoutIdentity<T extends { readonly id: string; readonly version: number }>(record: T) {
  const { id: _id, version: _version, ...fields } = record;
  return fields;
}

/** Converts a document to its record, in place. */
export function toRecord<T extends object>(document: T & Partial<Document>, keepOwner: boolean): T {
  Object.assign(document, { id: document._id });
  Reflect.deleteProperty(document, '_id');
  if (!keepOwner) Reflect.deleteProperty(document, 'workspace_id');
  return document;
}
