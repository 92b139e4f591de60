// Creates or updates records from a list by their ids in the source system. It can be run again at any time.
// Environment: PLOTLINE_URL, PLOTLINE_KEY, IMPORT_ROWS (a JSON list of {path, external_id, fields}).
import { readFile } from 'node:fs/promises';
import { env, stdout } from 'node:process';
import { createClient } from '../client/client.mjs';

const client = createClient(env.PLOTLINE_URL, env.PLOTLINE_KEY);
const result = { created: 0, updated: 0, refused: [] };

function reasonsOf({ message, details }) {
  return details?.map(({ field, message: reason }) => ({ field, message: reason })) ?? [{ message }];
}

for (const { path, external_id, fields } of JSON.parse(await readFile(env.IMPORT_ROWS, 'utf8'))) {
  const { status, body } = await client.request('PUT', `${path}/external/${encodeURIComponent(external_id)}`, fields);
  // These refusals concern the whole import and not a single row.
  if (status === 401 || status === 403) throw new Error(`The key was refused: ${body.error.message}`);
  if (status === 201) result.created += 1;
  else if (status === 200) result.updated += 1;
  else result.refused.push({ external_id, reasons: reasonsOf(body.error) });
}
stdout.write(`${JSON.stringify({ ...result, counts: client.counts })}\n`);
