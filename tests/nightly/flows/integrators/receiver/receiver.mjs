// Receives webhooks: verifies each event, stores it once, and answers. Writes its port to stdout. GET of any path that
// ends with a record's id returns the record's stored state. Environment: WEBHOOK_SECRETS (one, or two during a
// rotation, separated by |), RECEIVER_FILE (the events, one per line).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { env, stdout } from 'node:process';

const toleranceSeconds = 300;
const maxBytes = 4 * 1024 * 1024;
const secrets = env.WEBHOOK_SECRETS.split('|');
const known = new Set();
const newest = new Map();

/** Events arrive in any order. The later `updated_at` is the newer state. A deleted record remains deleted. */
function learn({ id, event, data }) {
  known.add(id);
  const kept = newest.get(data.id);
  if (event.endsWith('.deleted')) newest.set(data.id, null);
  // Notes are not records. Events about an erased lead contain only its id.
  else if (data.updated_at === undefined) return;
  else if (kept === undefined || kept?.updated_at < data.updated_at) newest.set(data.id, data);
}

if (existsSync(env.RECEIVER_FILE)) {
  const lines = readFileSync(env.RECEIVER_FILE, 'utf8').split('\n');
  for (const line of lines) if (line !== '') learn(JSON.parse(line));
}

function isEqual(one, other) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Returns whether one of the secrets made one of the signatures. During a rotation, there are two secrets. */
function isSigned(headers, body) {
  const timestamp = String(headers['x-service-timestamp'] ?? '');
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const signatures = String(headers['x-service-signature'] ?? '').split(',');
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    return signatures.some((signature) => isEqual(signature.trim(), `sha256=${expected}`));
  });
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function receive(request) {
  const body = await readBody(request);
  if (body === undefined) return 413;
  if (!isSigned(request.headers, body)) return 401;
  const event = JSON.parse(body.toString('utf8'));
  if (!known.has(event.id)) {
    // Stores the event before acknowledging it. Slow work is done later, from the file.
    appendFileSync(env.RECEIVER_FILE, `${JSON.stringify(event)}\n`);
    learn(event);
  }
  return 204;
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(newest.get(request.url.split('/').at(-1)) ?? null));
    return;
  }
  const status = await receive(request).catch(() => 500);
  response.writeHead(status).end();
});
server.listen(0, '127.0.0.1', () => stdout.write(`${server.address().port}\n`));
