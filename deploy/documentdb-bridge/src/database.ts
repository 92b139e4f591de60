import { setTimeout as delay } from 'node:timers/promises';
import { Client, Pool, type PoolClient } from 'pg';
import { CommandFailure, isConnectionLost } from './errors/command-failure.js';
import { errorCodes } from './errors/error-codes.js';
import { type Row, readRow, type Statement } from './execution.js';
import type { Limits } from './limits.js';

const RETRY_INTERVAL_MS = 50;
const TOO_MANY_CONNECTIONS = '53300';
/** Milliseconds after which an idle connection is closed, so that an idle system has few backends. */
const IDLE_CONNECTION_MS = 30_000;
/** Connections that stay open while idle, because a new backend needs about ten milliseconds to load DocumentDB. */
const WARM_CONNECTIONS = 4;

export interface Database {
  /** Runs one statement on any free connection. */
  run(statement: Statement, values: readonly unknown[], isAbandoned?: () => boolean): Promise<Row>;
  /** Runs one statement as a transaction. If `shouldCommit` returns false, rolls back and returns undefined. */
  runInTransaction(
    statement: Statement,
    values: readonly unknown[],
    shouldCommit: (row: Row) => boolean,
    isAbandoned?: () => boolean,
  ): Promise<Row | undefined>;
  /** Lends a connection until `release`. `release(true)` destroys a connection whose state is unknown. */
  acquire(isAbandoned?: () => boolean): Promise<PoolClient>;
  /** Opens a connection outside the pool. `end` closes it. */
  connect(): Promise<Client>;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL through the socket in `socketDirectory`. While it is unavailable or busy, commands wait for a
 * bounded time.
 */
export function connectDatabase(socketDirectory: string, limits: Limits): Database {
  const server = {
    host: socketDirectory,
    user: 'postgres',
    database: 'postgres',
    application_name: 'documentdb-bridge',
    connectionTimeoutMillis: limits.connectionWaitMs,
    // Reads only text and hexadecimal bytes, so no value needs parsing.
    types: { getTypeParser: () => (value: unknown) => value },
  };
  const pool = new Pool({
    ...server,
    max: limits.connections,
    min: Math.min(WARM_CONNECTIONS, limits.connections),
    idleTimeoutMillis: IDLE_CONNECTION_MS,
  });
  // On a broken connection, the current or next statement fails. So the error events need no handling.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function acquire(isAbandoned?: () => boolean): Promise<PoolClient> {
    if (pool.waitingCount >= limits.waitingCommands) throw createBusyError();
    const deadline = Date.now() + limits.connectionWaitMs;
    for (;;) {
      const client = await pool.connect().catch((error: unknown) => {
        if (!isWorthWaiting(error)) throw error;
        if (isTimeout(error)) throw createBusyError();
        if (Date.now() < deadline) return undefined;
        throw new CommandFailure(errorCodes.hostUnreachable, 'the database is unavailable');
      });
      if (isAbandoned?.()) {
        client?.release();
        throw new CommandFailure(errorCodes.socketException, 'the client disconnected');
      }
      if (client !== undefined) return client;
      await delay(RETRY_INTERVAL_MS);
    }
  }

  async function lend<T>(
    isAbandoned: (() => boolean) | undefined,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await acquire(isAbandoned);
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(isConnectionLost(error));
      throw error;
    }
  }

  return {
    acquire,
    async connect() {
      const client = new Client(server);
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    run: (statement, values, isAbandoned) => lend(isAbandoned, (client) => readRow(client, statement, values)),
    runInTransaction: (statement, values, shouldCommit, isAbandoned) =>
      lend(isAbandoned, async (client) => {
        await client.query('BEGIN');
        try {
          const row = await readRow(client, statement, values);
          const kept = shouldCommit(row);
          await client.query(kept ? 'COMMIT' : 'ROLLBACK');
          return kept ? row : undefined;
        } catch (error) {
          if (!isConnectionLost(error)) await client.query('ROLLBACK');
          throw error;
        }
      }),
    close: () => pool.end(),
  };
}

function isWorthWaiting(error: unknown): boolean {
  if (error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS) return true;
  return isConnectionLost(error);
}

/** Error of the pool when every connection was in use during the whole wait. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded');
}

function createBusyError(): CommandFailure {
  return new CommandFailure(errorCodes.temporarilyUnavailable, 'all connections to the database are busy');
}

const createOutcomes = `DO $$ BEGIN
  CREATE SCHEMA IF NOT EXISTS documentdb_bridge;
  CREATE TABLE IF NOT EXISTS documentdb_bridge.outcomes (session uuid, number bigint, committed boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (session, number));
END $$`;

/** Statements that upgrade data from older extensions. Each does nothing when the data is current. */
const updates = ['documentdb_core', 'documentdb', 'documentdb_extended_rum'].map(
  (extension) => `ALTER EXTENSION ${extension} UPDATE`,
);

/**
 * Updates the database to the state that the bridge expects: DocumentDB's current version, and the table of commit
 * outcomes.
 */
export async function prepareDatabase(database: Database): Promise<void> {
  for (const [index, text] of [...updates, createOutcomes].entries()) {
    await database.run({ name: `prepare_${index}`, text }, []);
  }
}
