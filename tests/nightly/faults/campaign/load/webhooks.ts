import { isTree, treesOf } from '../../../../support/contract/tree.js';
import type { Effect } from '../history/operation.js';
import { createIntegrationActions } from './integrations.js';
import { createResendActions } from './resends.js';
import { type Action, type Actor, newName, pickOne, takeOne } from './tenant.js';

const eventSets = [['*'], ['lead.created', 'lead.updated'], ['unit.updated', 'property.updated'], ['deal.closed']];

/** Webhooks that are created, changed, switched off and on, and deleted, while events happen. */
export function createWebhookActions(actor: Actor): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: string[] = [];
  const one = (): string | undefined => pickOne(random, own);

  async function create(): Promise<void> {
    if (own.length >= 4) return;
    const name = newName(actor);
    // The path contains the name, because nothing else in a webhook shows which call created it.
    const url = `${tenant.receiverUrl}/${random.pick(['well', 'well', 'failing'])}/${encodeURIComponent(name)}`;
    const webhook = { url, events: random.pick(eventSets) };
    const { data } = await client.call({
      name: 'createWebhook',
      method: 'POST',
      path: '/v1/webhooks',
      body: webhook,
      expected: [201],
      effects: [{ kind: 'create', resource: 'webhook', name: url, fields: { ...webhook, active: true } }],
    });
    if (isTree(data)) own.push(String(data.id));
  }

  async function update(fields: Readonly<Record<string, unknown>>): Promise<void> {
    const id = one();
    if (!id) return;
    const effects: Effect[] = [{ kind: 'write', resource: 'webhook', id, fields }];
    await client.call({ name: 'updateWebhook', method: 'PUT', path: `/v1/webhooks/${id}`, body: fields, effects });
  }

  async function switchOffAndOn(): Promise<void> {
    const id = one();
    if (!id) return;
    for (const active of [false, true]) {
      const effects: Effect[] = [{ kind: 'write', resource: 'webhook', id, fields: { active } }];
      const path = `/v1/webhooks/${id}`;
      await client.call({ name: 'updateWebhook', method: 'PUT', path, body: { active }, effects });
    }
  }

  async function rotate(): Promise<void> {
    const id = one();
    if (!id) return;
    await client.call({
      name: 'rotateWebhookSecret',
      method: 'POST',
      path: `/v1/webhooks/${id}/rotate-secret`,
      body: {},
    });
  }

  async function test(): Promise<void> {
    const id = one();
    if (id) await client.call({ name: 'testWebhook', method: 'POST', path: `/v1/webhooks/${id}/test`, body: {} });
  }

  async function resend(): Promise<void> {
    const id = one();
    if (!id) return;
    const path = `/v1/webhooks/${id}/deliveries`;
    const { data } = await client.call({ name: 'listDeliveries', method: 'GET', path: `${path}?per_page=5` });
    const delivery = pickOne(random, treesOf(data));
    if (!delivery) return;
    const own = `${path}/${String(delivery.id)}`;
    await client.call({ name: 'getDelivery', method: 'GET', path: own });
    await client.call({
      name: 'resendDelivery',
      method: 'POST',
      path: `${own}/resend`,
      body: {},
      // 409 while an attempt is due or running.
      expected: [202, 409],
    });
  }

  async function read(): Promise<void> {
    await client.call({ name: 'listWebhooks', method: 'GET', path: '/v1/webhooks' });
    const id = one() ?? tenant.observerId;
    await client.call({ name: 'getWebhook', method: 'GET', path: `/v1/webhooks/${id}` });
  }

  async function remove(): Promise<void> {
    const id = own.length > 1 ? takeOne(random, own) : undefined;
    if (!id) return;
    const effects: Effect[] = [{ kind: 'delete', resource: 'webhook', id }];
    const path = `/v1/webhooks/${id}`;
    await client.call({ name: 'deleteWebhook', method: 'DELETE', path, effects, expected: [204, 404] });
  }

  const chooseEvents = () => update({ events: random.pick(eventSets) });
  const resends = createResendActions(actor, one);
  const integrations = createIntegrationActions(actor);
  const further = [...resends, ...integrations];
  return [create, test, create, switchOffAndOn, resend, rotate, chooseEvents, read, ...further, remove, switchOffAndOn];
}
