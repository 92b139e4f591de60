import type { ClientBase } from 'pg';
import type { TransactionReference } from '../command.js';
import type { Database } from '../postgres/database.js';

const KEPT_FOR = '1 hour';

const decide = {
  name: 'commit_ledger_decide',
  text: `INSERT INTO plotline_bridge.outcomes (session, number, committed) VALUES ($1::uuid, $2::bigint, false)
    ON CONFLICT DO NOTHING RETURNING 'decided'`,
};
const look = {
  name: 'commit_ledger_look',
  text: 'SELECT committed::text FROM plotline_bridge.outcomes WHERE session = $1::uuid AND number = $2::bigint',
};
const forget = {
  name: 'commit_ledger_forget',
  text: `DELETE FROM plotline_bridge.outcomes WHERE at < now() - interval '${KEPT_FOR}'`,
};
/** Removes outcomes that nobody asks for any more. */
export async function forgetOutcomes(database: Database): Promise<void> {
  await database.run(forget, []);
}

/**
 * Commits, and answers whether PostgreSQL did. The outcome is entered in the same transaction: it is there if, and only
 * if, the commit is, whatever broke in between.
 */
export async function commitWithOutcome(
  client: ClientBase,
  { session, number }: TransactionReference,
): Promise<boolean> {
  // Both values are made of digits by the parser, and one simple query saves a round trip.
  const entry = `INSERT INTO plotline_bridge.outcomes (session, number, committed) VALUES ('${session}', ${number}, true)`;
  const results: unknown = await client.query(`${entry}; COMMIT`);
  const last: unknown = Array.isArray(results) ? results.at(-1) : results;
  // COMMIT of a transaction that has failed is answered, without an error, with ROLLBACK.
  return typeof last === 'object' && last !== null && 'command' in last && last.command === 'COMMIT';
}

/**
 * Whether a transaction committed, decided for good: one that has not committed never will afterwards, because its own
 * entry would collide with the one made here. Waits for a commit that is under way.
 */
export async function decideOutcome(database: Database, { session, number }: TransactionReference): Promise<boolean> {
  const values = [session, String(number)];
  const [decided] = await database.run(decide, values);
  if (decided !== undefined) return false;
  const [committed] = await database.run(look, values);
  return committed === 'true';
}
