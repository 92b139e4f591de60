import { randomUUID } from 'node:crypto';
import { isTree, treesOf } from '../../../../support/contract/tree.js';
import { rememberSecret } from '../../../../support/secrets/given-secrets.js';
import { type Action, type Actor, pickOne, takeOne } from './tenant.js';

const path = '/v1/connections';

/** Bodies for connections to one fake provider of each category. */
function createBodies(mode: 'live' | 'sandbox') {
  const secret = (prefix: string) => {
    const made = `${prefix}${randomUUID()}`;
    rememberSecret(made, 'credential of a fake of a vendor');
    return made;
  };
  const kind = mode === 'live' ? 'live' : 'test';
  const settings = { return_url: 'https://buyer.example/thank-you' };
  const sender = { from_address: 'sales@harbour.example' };
  const server_token = secret(mode === 'live' ? 'server-' : 'sandbox-');
  return [
    { provider: 'stripe', settings, credentials: { secret_key: secret(`rk_${kind}_`) } },
    { provider: 'postmark', settings: sender, credentials: { server_token } },
    { provider: 'documenso', credentials: { api_token: secret('api_') } },
    { provider: 'hubspot', credentials: { access_token: secret(`pat-na1-${kind}-`) } },
  ];
}

/** Connections that are created, changed, tested, switched off and on, and deleted, while leads and deals change. */
export function createConnectionActions({ client, random, tenant }: Actor): readonly Action[] {
  const own: { readonly id: string; readonly provider: string }[] = [];

  async function create(): Promise<void> {
    await client.call({ name: 'listConnectionProviders', method: 'GET', path: '/v1/connection-providers' });
    const [body] = createBodies(tenant.mode).filter(({ provider }) => own.every((one) => one.provider !== provider));
    if (!body) return;
    const { data } = await client.call({ name: 'createConnection', method: 'POST', path, body, expected: [201] });
    if (isTree(data)) own.push({ id: String(data.id), provider: body.provider });
  }

  /** Acts on one of the connections, if any exist. */
  const withOne = (act: (path: string) => Promise<unknown>, provider?: string) => async () => {
    const found = pickOne(
      random,
      own.filter((one) => provider === undefined || one.provider === provider),
    );
    if (found) await act(`${path}/${found.id}`);
  };
  const change = withOne((one) => {
    const body = { name: `Account ${random.between(1, 9)}` };
    return client.call({ name: 'updateConnection', method: 'PUT', path: one, body });
  });
  const switchOffAndOn = withOne(async (one) => {
    const call = { method: 'POST', body: {}, expected: [200, 409] } as const;
    await client.call({ ...call, name: 'disableConnection', path: `${one}/disable` });
    await client.call({ ...call, name: 'enableConnection', path: `${one}/enable` });
    await client.call({ ...call, name: 'testConnection', path: `${one}/test` });
  });
  const read = async () => {
    await client.call({ name: 'listConnections', method: 'GET', path });
    await withOne((one) => client.call({ name: 'getConnection', method: 'GET', path: one }))();
  };
  const retry = withOne(async (one) => {
    const { data } = await client.call({ name: 'listConnectionCalls', method: 'GET', path: `${one}/calls` });
    const call = pickOne(random, treesOf(data));
    // 409 if the synchronization has already succeeded.
    const retried = { name: 'retryConnectionCall', method: 'POST', body: {}, expected: [200, 202, 409] } as const;
    if (call) await client.call({ ...retried, path: `${one}/calls/${String(call.id)}/retry` });
  });
  const synchronize = withOne(async (one) => {
    const body = { lead_id: pickOne(random, tenant.sharedLeadIds) };
    const preview = { name: 'previewConnection', method: 'POST', hasKey: false, expected: [200, 409] } as const;
    await client.call({ ...preview, path: `${one}/preview`, body });
    // 409 while another one is running.
    const sync = { name: 'createConnectionSync', method: 'POST', body: {}, expected: [202, 409] } as const;
    await client.call({ ...sync, path: `${one}/syncs` });
    const { data } = await client.call({ name: 'listConnectionSyncs', method: 'GET', path: `${one}/syncs` });
    const [latest] = treesOf(data);
    if (!latest) return;
    const place = `${one}/syncs/${String(latest.id)}`;
    await client.call({ name: 'getConnectionSync', method: 'GET', path: place });
    const cancel = { name: 'cancelConnectionSync', method: 'POST', body: {}, expected: [200, 202, 409] } as const;
    if (random.pick([true, false])) await client.call({ ...cancel, path: `${place}/cancel` });
  }, 'hubspot');
  const remove = async () => {
    const found = takeOne(random, own);
    const call = { name: 'deleteConnection', method: 'DELETE', expected: [204, 404] } as const;
    if (found) await client.call({ ...call, path: `${path}/${found.id}` });
  };
  return [create, create, create, create, read, change, switchOffAndOn, synchronize, retry, remove, create];
}
