import { isTree, treesOf } from '../../../../support/contract/tree.js';
import { type Action, type Actor, newName, pickOne, takeOne } from './tenant.js';

const templates = ['{{title}}: {{lead.name}}', '{{lead.name}} ({{lead.source}})'];

/** Chat integrations that are created, changed, switched off and on, and deleted, while events happen. */
export function createIntegrationActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: string[] = [];
  const path = '/v1/integrations';

  async function create(): Promise<void> {
    if (own.length >= 2) return;
    const body = {
      kind: 'google_chat',
      name: newName(actor),
      url: `${tenant.receiverUrl}/${random.pick(['well', 'failing'])}/chat`,
      events: ['lead.created'],
      template: random.pick(templates),
    };
    const { data } = await client.call({ name: 'createIntegration', method: 'POST', path, body, expected: [201] });
    if (isTree(data)) own.push(String(data.id));
  }

  /** Changes one of the integrations, if any exist. */
  const withOne = (act: (path: string) => Promise<unknown>) => async () => {
    const id = pickOne(random, own);
    if (id) await act(`${path}/${id}`);
  };
  const change = withOne((one) => {
    const body = { active: random.pick([true, false]), template: random.pick(templates) };
    return client.call({ name: 'updateIntegration', method: 'PUT', path: one, body });
  });
  const test = withOne((one) =>
    // 409 while another test is running.
    client.call({ name: 'testIntegration', method: 'POST', path: `${one}/test`, body: {}, expected: [200, 409] }),
  );
  const resend = withOne(async (one) => {
    const log = `${one}/deliveries`;
    const { data } = await client.call({ name: 'listIntegrationDeliveries', method: 'GET', path: log });
    const delivery = pickOne(random, treesOf(data));
    if (!delivery) return;
    const entry = `${log}/${String(delivery.id)}`;
    await client.call({ name: 'getIntegrationDelivery', method: 'GET', path: entry });
    // 409 while an attempt is due or running.
    const call = { name: 'resendIntegrationDelivery', method: 'POST', body: {}, expected: [202, 409] } as const;
    await client.call({ ...call, path: `${entry}/resend` });
  });
  const read = async () => {
    await client.call({ name: 'listIntegrations', method: 'GET', path });
    await withOne((one) => client.call({ name: 'getIntegration', method: 'GET', path: one }))();
    const body = { kind: 'slack', event: 'lead.created', template: random.pick(templates) };
    await client.call({ name: 'previewMessage', method: 'POST', path: `${path}/preview`, body, hasKey: false });
  };
  const remove = async () => {
    const id = takeOne(random, own);
    const call = { name: 'deleteIntegration', method: 'DELETE', expected: [204, 404] } as const;
    if (id) await client.call({ ...call, path: `${path}/${id}` });
  };
  return [create, test, resend, change, read, resend, remove];
}
