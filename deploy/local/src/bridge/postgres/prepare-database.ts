import type { Database } from './database.js';

const createOutcomes = `DO $$ BEGIN
  CREATE SCHEMA IF NOT EXISTS plotline_bridge;
  CREATE TABLE IF NOT EXISTS plotline_bridge.outcomes (session uuid, number bigint, committed boolean NOT NULL,
    at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (session, number));
END $$`;

/** Data may be older than the libraries that serve it; each of these does nothing when it is not. */
const updates = ['documentdb_core', 'documentdb', 'documentdb_extended_rum'].map(
  (extension) => `ALTER EXTENSION ${extension} UPDATE`,
);

/** Brings the database to what the bridge expects: DocumentDB's present version, and the table of commit outcomes. */
export async function prepareDatabase(database: Database): Promise<void> {
  for (const [index, text] of [...updates, createOutcomes].entries()) {
    await database.run({ name: `prepare_${index}`, text }, []);
  }
}
