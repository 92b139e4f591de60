// Sells a unit on an installed system, as an operator and a customer do: creates a workspace by command, sells a unit
// over the public API, and receives the signed webhooks. deploy/README.md explains who runs it.

import { spawnSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const usage = `Usage: smoke-test.mjs --exec <command> [--api <url>] [--auth <url>] [--port <port>]
  Sells a unit in a new workspace and checks the webhooks. Exits with 0 when everything was as expected.
  --exec  command that runs its arguments in a container of auth, such as 'docker compose exec -T auth'
  --api   address of the API (default http://localhost:8080)
  --auth  address of the authorization server (default http://localhost:8082)
  --port  port of this machine on which webhooks arrive (default 9080). WEBHOOK_PROXY_URL of webhook must name it.`;

const receiver = 'http://receiver.example.com/hook';
const awaited = ['lead.created', 'lead.won', 'unit.sold', 'deal.closed', 'invoice.created'];
const webhooksMs = 60_000;
const requestMs = 30_000;

/** A failure, described for the operator. */
class Failure extends Error {}

/** @typedef {{ headers: import('node:http').IncomingHttpHeaders, body: string }} Received */

/**
 * Starts the customer's server. Webhook connects only to public addresses, so this is also the proxy that it connects
 * through: every connection that it asks for ends here.
 * @param {number} port
 */
async function startReceiver(port) {
  /** @type {Received[]} */
  const received = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.end();
  });
  server.on('connect', (_request, socket) => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    server.emit('connection', socket);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve(undefined));
  });
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { received, stop };
}

/**
 * Calls an endpoint and returns `data` of its answer.
 * @param {number} status
 * @param {string} method
 * @param {string} url
 * @param {string | undefined} token
 * @param {object} [body]
 */
async function call(status, method, url, token, body) {
  const response = await fetch(url, {
    method,
    headers: {
      prefer: 'return=token',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(requestMs),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (response.status !== status) throw new Failure(`${method} ${url} answered ${response.status}: ${answer}`);
  return JSON.parse(answer).data;
}

/**
 * Creates a workspace by the operator's command. Returns the token of its owner's invitation.
 * @param {string} exec
 */
function createWorkspace(exec) {
  const id = randomUUID();
  const command = ['node', 'services/auth/dist/commands/create-workspace.js'];
  const options = ['--name', `Smoke test ${id}`, '--owner-email', `owner.${id}@example.com`, '--currency', 'EUR'];
  // The shell splits the given command, and takes ours as they are.
  const args = ['-c', `${exec} "$@"`, 'sh', ...command, ...options];
  const { status, stdout, stderr } = spawnSync('sh', args, { encoding: 'utf8' });
  const [, token] = /\?token=(\S+)/.exec(stdout) ?? [];
  if (status !== 0 || token === undefined) throw new Failure(`No workspace was created:\n${stdout}${stderr}`);
  return decodeURIComponent(token);
}

/**
 * Accepts the owner's invitation and returns a new key of the workspace.
 * @param {string} auth
 * @param {string} invitation
 */
async function createKey(auth, invitation) {
  const account = { token: invitation, name: 'Ada Lopez', password: `Correct horse ${randomUUID()}` };
  const { token } = await call(201, 'POST', `${auth}/auth/invitations/accept`, undefined, account);
  const key = { name: 'Smoke test', mode: 'live', scopes: ['admin'] };
  return (await call(201, 'POST', `${auth}/auth/api-keys`, token, key)).key;
}

/**
 * Sells a unit. Returns the secret of the webhook.
 * @param {string} api
 * @param {string} key
 * @returns {Promise<string>}
 */
async function sell(api, key) {
  /** @param {string} path @param {object} body */
  const create = (path, body) => call(201, 'POST', `${api}/v1/${path}`, key, body);
  const { secret } = await create('webhooks', { url: receiver, events: ['*'] });
  const location = { address: '1 Quay Street', area: 'Docklands', city: 'Port Ellis', country: 'Northland' };
  const property = await create('properties', {
    name: 'Harbour Point',
    type: 'apartment',
    location: { ...location, coordinates: { lat: 51.5, lng: -0.1 } },
    pricing: { currency: 'EUR', min_price: 200_000, max_price: 900_000 },
  });
  const price = { amount: 450_000, currency: 'EUR' };
  const unit = await create('units', { property_id: property.id, name: 'Unit 7', price, bedrooms: 2 });
  const lead = await create('leads', { name: 'Noor Haddad', email: 'noor@example.com', source: 'website' });
  const sale = { property_id: unit.id, deal_value: 445_000 };
  const won = await call(200, 'POST', `${api}/v1/leads/${lead.id}/won`, key, sale);
  if (won.stage !== 'won' || won.deal.value !== 445_000) throw new Failure(`The lead isn't won: ${won.stage}`);
  const { status } = await call(200, 'GET', `${api}/v1/units/${unit.id}`, key);
  if (status !== 'sold') throw new Failure(`The unit is ${status} instead of sold.`);
  const invoices = await call(200, 'GET', `${api}/v1/invoices?lead_id=${lead.id}`, key);
  if (invoices.length !== 1) throw new Failure(`The sale has ${invoices.length} invoices instead of 1.`);
  return secret;
}

/**
 * Waits for the webhooks of the sale, and checks the signature of each.
 * @param {readonly Received[]} received
 * @param {string} secret
 */
async function checkWebhooks(received, secret) {
  const names = () => received.map(({ body }) => JSON.parse(body).event);
  for (const end = Date.now() + webhooksMs; awaited.some((event) => !names().includes(event)); await sleep(200)) {
    if (Date.now() > end) throw new Failure(`Only these webhooks arrived: ${names().join(', ')}`);
  }
  for (const { headers, body } of received) {
    const signed = `${headers['x-service-timestamp']}.${body}`;
    const signature = `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
    if (headers['x-service-signature'] !== signature) throw new Failure(`A webhook has a wrong signature: ${body}`);
  }
}

async function run() {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      exec: { type: 'string', default: '' },
      api: { type: 'string', default: 'http://localhost:8080' },
      auth: { type: 'string', default: 'http://localhost:8082' },
      port: { type: 'string', default: '9080' },
    },
  });
  if (values.help) return console.log(usage);
  if (values.exec === '') throw new Failure(`Name the command with --exec.\n${usage}`);
  const { received, stop } = await startReceiver(Number(values.port));
  try {
    const key = await createKey(values.auth, createWorkspace(values.exec));
    console.log('workspace created by command, invitation accepted, key created');
    const secret = await sell(values.api, key);
    console.log('unit sold, lead won, 1 invoice');
    await checkWebhooks(received, secret);
    console.log(`${received.length} webhooks received, all signed`);
  } finally {
    stop();
  }
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
