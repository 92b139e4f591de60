import { type Connection, Schema, type SchemaDefinition } from 'mongoose';
import type { Deadline } from '../../core/deadline.js';
import type { Index, ResetRule } from '../indexes.js';

/** A record as it is stored. */
export interface Document {
  _id: string;
  workspace_id: string;
  version: number;
  derived?: unknown;
}

/** A schema of records: string ids, none of mongoose's own fields and defaults, and unknown fields refused on writing. */
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

/** The model of a collection in one database. */
// mongoose's generics, left open, cost the compiler gigabytes; one closed model type serves all collections.
export function createModel(connection: Connection, name: string, schema: Schema) {
  return connection.model<Document>(name, schema, name);
}
export type RecordModel = ReturnType<typeof createModel>;

/**
 * Fields computed for indexes, such as a lower-case name; stored under `derived`, never read back. One that a record lacks is
 * `undefined`, so that it is removed where another version of the record has it.
 */
export type Derive<T> = (record: T) => Readonly<Record<string, unknown>>;

export interface CollectionOptions<T> {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes: readonly Index[];
  readonly derive?: Derive<T>;
  /** What a reset of the sandbox does with the records; those with a `created_at` are removed by it unless this is given. */
  readonly reset?: ResetRule;
}

/** What no record shows of its document. */
export const withoutDerived = { derived: 0 } as const;

/** A record that is asked for by its id. */
export interface WantedRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly deadline: Deadline | undefined;
}

/** A record with what its document has besides. */
export type StoredRecord<T> = T & Partial<Document>;

/** Reads a record as it is stored, without `derived`; null when the workspace has none of that id. */
export type ReadRecord<T> = (wanted: WantedRecord) => Promise<StoredRecord<T> | null>;

/** What the records of a collection in one database are reached through. */
export interface RecordStorage<T> {
  readonly model: RecordModel;
  /** Reads a record of one workspace; absent where the records of all are reached. */
  readonly read?: ReadRecord<T>;
  readonly derive: Derive<T> | undefined;
  /** The stored names of the indexes, by the names that the code uses. */
  readonly hints: ReadonlyMap<string, string>;
}

/** The fields that a decision can change. */
export function withoutIdentity<T extends { readonly id: string; readonly version: number }>(record: T) {
  const { id: _id, version: _version, ...fields } = record;
  return fields;
}

/** The record of a document, which is changed in place. */
export function toRecord<T extends object>(document: T & Partial<Document>, keepOwner: boolean): T {
  Object.assign(document, { id: document._id });
  Reflect.deleteProperty(document, '_id');
  if (!keepOwner) Reflect.deleteProperty(document, 'workspace_id');
  return document;
}
