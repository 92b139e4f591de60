import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiRecord } from './api-client.js';
import { eventually } from './eventually.js';
import { rememberSecret } from './secrets/given-secrets.js';
import { system } from './system.js';

/** Ids of connect's records. */
export type ConnectIds = Readonly<
  Record<'call' | 'connection' | 'document' | 'document_template' | 'statement_line' | 'sync', string>
>;

const statementColumns = { date: 'Date', amount: 'Amount', text: 'Details' };

/** Body of a statement with a payment that no other statement has. */
export function createStatement() {
  const csv = `Date,Amount,Details\n2026-03-02,12.5,${randomUUID()}\n`;
  return { csv, currency: 'USD', columns: statementColumns };
}

/** Body of a connection to the fake HubSpot, with its own token. */
export function createCrmConnection(api: ApiClient) {
  const isSandbox = api.base === system().urls.sandbox;
  const access_token = `pat-na1-${isSandbox ? 'test' : 'live'}-${randomUUID()}`;
  rememberSecret(access_token, 'token of a fake of HubSpot');
  return { provider: 'hubspot', credentials: { access_token } };
}

/** Connects the tenant to one fake provider of each other category. */
async function connectOthers(api: ApiClient): Promise<void> {
  const mode = api.base === system().urls.sandbox ? 'test' : 'live';
  const secret = (prefix: string) => {
    const made = `${prefix}${randomUUID()}`;
    rememberSecret(made, 'credential of a fake of a vendor');
    return made;
  };
  const secret_key = secret(`rk_${mode}_`);
  const settings = { return_url: 'https://buyer.example/thank-you' };
  await api.create('/v1/connections', { provider: 'stripe', settings, credentials: { secret_key } });
  const server_token = secret(mode === 'test' ? 'sandbox-' : 'server-');
  const sender = { from_address: 'sales@harbour.example' };
  await api.create('/v1/connections', { provider: 'postmark', settings: sender, credentials: { server_token } });
  await api.create('/v1/connections', { provider: 'documenso', credentials: { api_token: secret('api_') } });
}

/** Sends all leads to a CRM, and resolves to the synchronization and one of its calls. */
async function runSync(api: ApiClient, connectionId: string): Promise<{ sync: string; call: string }> {
  const place = `/v1/connections/${connectionId}`;
  const { id: sync } = (await api.post(`${place}/syncs`)).record;
  await eventually(async () => {
    const { status } = (await api.get(`${place}/syncs/${sync}`)).record;
    if (status !== 'completed') throw new Error(`The synchronization is ${String(status)}.`);
  });
  return { sync, call: await findSteadyCall(api, place) };
}

/** Waits until every lead has been sent to the CRM, so that lists that tests compare don't change. */
async function findSteadyCall(api: ApiClient, place: string): Promise<string> {
  const read = async () => (await api.get(`${place}/calls?per_page=100`)).records.map(({ id }) => id);
  let before: readonly string[] = [];
  return eventually(async () => {
    const now = await read();
    const isSteady = now.length > 0 && now.join() === before.join();
    before = now;
    if (!isSteady) throw new Error('Calls are still made.');
    return now[0] ?? '';
  });
}

/** Creates one record of every kind that connect has, for a hold by a lead. */
export async function newConnectRecords(api: ApiClient, hold: ApiRecord, token: string): Promise<ConnectIds> {
  const template = { name: `Agreement ${token}`, body: `# ${token}\n\n{{lead.name}} reserves {{unit.name}}.` };
  const { id: document_template } = await api.create('/v1/document-templates', template);
  const named = { template_id: document_template, name: `Agreement ${token}` };
  const { id: document } = await api.create(`/v1/holds/${hold.id}/documents`, named);
  const statement = await api.post('/v1/statement-lines', createStatement());
  if (statement.status !== 201) throw new Error(`The statement answered ${statement.status}: ${statement.text}`);
  const [line] = (await api.get('/v1/statement-lines')).records;
  await connectOthers(api);
  const { id: connection } = await api.create('/v1/connections', {
    ...createCrmConnection(api),
    name: `HubSpot ${token}`,
  });
  const statement_line = line?.id ?? '';
  return { connection, document, document_template, statement_line, ...(await runSync(api, connection)) };
}
