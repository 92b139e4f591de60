import type { ClientBase } from 'pg';

/** A statement that each connection prepares once, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** The first row, column by column, as PostgreSQL writes values in text. */
export type Row = readonly (string | null)[];

/** Runs a statement and answers with its first row, empty when there is none. */
export async function readRow(client: ClientBase, statement: Statement, values: readonly unknown[]): Promise<Row> {
  const query = { name: statement.name, text: statement.text, values: [...values], rowMode: 'array' as const };
  const result = await client.query<(string | null)[]>(query);
  return result.rows[0] ?? [];
}

/** A bytea column, which arrives as `\x` and hexadecimal digits. */
export function readBytes(value: string | null | undefined): Buffer | undefined {
  if (value?.startsWith('\\x')) return Buffer.from(value.slice(2), 'hex');
  // The one procedure that is called answers with the type itself, which cannot be converted in a CALL.
  return value?.startsWith('BSONHEX') ? Buffer.from(value.slice(7), 'hex') : undefined;
}

/** What a command runs on: a connection of the pool, or the one of its transaction. */
export interface Execution {
  run(statement: Statement, values: readonly unknown[]): Promise<Row>;
  /** Outside of a transaction: runs the statement as one, which is rolled back (undefined) unless `shouldCommit`. */
  runInTransaction(
    statement: Statement,
    values: readonly unknown[],
    shouldCommit: (row: Row) => boolean,
  ): Promise<Row | undefined>;
  /** Session of the transaction that the command belongs to. */
  readonly transaction: string | undefined;
  /** Time of the state that the command reads, where it named one. */
  readonly snapshot?: bigint | undefined;
}

export interface Answer {
  readonly document: Buffer;
  /** Whether some of the writes failed, which ends the transaction that they belong to. */
  readonly failed?: boolean;
}

/** The side of a client's connection that commands know. */
export interface Client {
  readonly isClosed: () => boolean;
}
