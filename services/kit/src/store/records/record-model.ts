import { type ClientSession, type Connection, Schema, type SchemaDefinition } from 'mongoose';
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
 * Creates a schema for records, with string ids and without mongoose's own fields and defaults. Writes of unknown
 * fields are refused.
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

/** Creates the model of a collection in one database. A second model of the same collection needs a different name. */
// All collections share one closed model type, because open generics of mongoose cost the compiler gigabytes.
export function createModel(connection: Connection, name: string, schema: Schema, collection = name) {
  return connection.model<Document>(name, schema, collection);
}
export type RecordModel = ReturnType<typeof createModel>;

/**
 * Computes fields for indexes, such as a lower-case name. They are stored under `derived` and never read back. A
 * missing field is `undefined`, so that it is removed if a different version of the record has it.
 */
export type Derive<T> = (record: T) => Readonly<Record<string, unknown>>;

export interface CollectionOptions<T> {
  readonly name: string;
  readonly schema: Schema;
  readonly indexes: readonly Index[];
  readonly derive?: Derive<T>;
  /** Rule for sandbox resets. By default, records that have a `created_at` are removed by that time. */
  readonly reset?: ResetRule;
}

/** Excludes the document's fields that no record contains. */
export const withoutDerived = { derived: 0 } as const;

/** A record requested by id. */
export interface WantedRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly deadline: Deadline | undefined;
}

/** A record with the other fields of its document. */
export type StoredRecord<T> = T & Partial<Document>;

/** Reads a record as stored, without `derived`. Null if the workspace has no record with that id. */
export type ReadRecord<T> = (wanted: WantedRecord) => Promise<StoredRecord<T> | null>;

/** Storage of a collection's records in one database. */
export interface RecordStorage<T> {
  readonly model: RecordModel;
  /** Reads a record of one workspace. Absent if the access covers all workspaces. */
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

/** Converts a stored document to a record by changing the document itself. */
export function toRecord<T extends object>(document: T & Partial<Document>, keepOwner: boolean): T {
  Object.assign(document, { id: document._id });
  Reflect.deleteProperty(document, '_id');
  if (!keepOwner) Reflect.deleteProperty(document, 'workspace_id');
  return document;
}

/** Type of the values of a sort field. */
export type SortKind = 'date' | 'number' | 'text';

/** Kinds by mongoose's type names. */
const sortKinds: ReadonlyMap<string | undefined, SortKind> = new Map([
  ['Date', 'date'],
  ['Number', 'number'],
  ['String', 'text'],
]);

/** Returns whether the field is derived. Records don't contain derived fields. */
export const isDerivedField = (field: string): boolean => field.startsWith('derived.');

/**
 * Reads the kind of a field from the schema. The schema doesn't describe derived fields, but those that lists are
 * sorted by are texts. Throws if a list can't be sorted by the field.
 */
export function readSortKind({ schema, collection }: RecordModel, field: string): SortKind {
  if (isDerivedField(field)) return 'text';
  const kind = sortKinds.get(schema.path(field)?.instance);
  if (!kind) throw new Error(`${collection.name} cannot be ordered by ${field}.`);
  return kind;
}

/** Fields to omit, or the only fields to read. */
export type Projection = Readonly<Record<string, 0 | 1>>;

/** Returns the projection that reads these fields. */
export function toProjection(fields: readonly string[]): Projection {
  return Object.fromEntries(fields.map((field) => [field, 1]));
}

export interface FindOptions {
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  readonly skip?: number;
  readonly limit?: number;
  /** Name of the index that serves the query. The database's planner might pick another. */
  readonly hint?: string;
  readonly projection?: Projection;
  readonly session?: ClientSession;
  /** Replaces the time until the caller's deadline. */
  readonly maxTimeMS?: number;
}

/** Options of a count. */
export type CountOptions = Pick<FindOptions, 'limit' | 'hint' | 'session' | 'maxTimeMS'>;
