import { isTree, textOf } from '../../../../support/contract/tree.js';
import type { HoldingLead } from './holding-leads.js';
import { type Action, type Actor, happens, newName, pickOne } from './tenant.js';

interface OwnHold {
  readonly id: string;
  /** Number of requested extensions. Each requests a later end than the one before. */
  extensions: number;
}

/** Number of days from now until the first extension ends. This is later than any default. */
const firstExtensionDays = 30;

/** Holds on units that the actors of a tenant compete for, from the request to the release. */
export function createHoldActions(actor: Actor, findLead: () => Promise<HoldingLead | undefined>): readonly Action[] {
  const { client, random, tenant } = actor;
  const own: OwnHold[] = [];

  async function hold(): Promise<void> {
    const lead = await findLead();
    if (!lead) return;
    const hasDeposit = happens(random, 30);
    const body = {
      unit_id: random.pick(tenant.heldUnitIds),
      lead_id: lead.id,
      queue: happens(random, 50),
      ...(happens(random, 30) && { expires_in: random.between(1, 5) }),
      ...(hasDeposit && { deposit: { amount: 1_000, currency: 'USD' } }),
    };
    const call = { name: 'createHold', method: 'POST', path: '/v1/holds', body } as const;
    const { data, operation } = await client.call({ ...call, expected: [200, 201, 409] });
    if (operation.answer?.status !== 201 || !isTree(data)) return;
    const id = String(data.id);
    own.push({ id, extensions: 0 });
    if (hasDeposit) await payAndTakeBack(id);
  }

  /**
   * Undoes the payment of the deposit. Otherwise it would pay part of an invoice, and the recount of revenue doesn't
   * cover this.
   */
  async function payAndTakeBack(id: string): Promise<void> {
    const path = `/v1/holds/${id}/deposit`;
    const paid = await client.call({ name: 'payHoldDeposit', method: 'POST', path, body: {}, expected: [200, 409] });
    if (paid.operation.answer?.status !== 200) return;
    // 409 if the hold has ended. 404 if the first attempt has already undone the payment.
    await client.call({ name: 'deleteHoldDeposit', method: 'DELETE', path, expected: [204, 404, 409] });
  }

  async function extend(): Promise<void> {
    const hold = pickOne(random, own);
    if (!hold) return;
    hold.extensions += 1;
    const days = firstExtensionDays + hold.extensions;
    const body = { expires_at: new Date(Date.now() + days * 86_400_000).toISOString() };
    const path = `/v1/holds/${hold.id}/extend`;
    await client.call({ name: 'extendHold', method: 'POST', path, body, expected: [200, 409] });
  }

  async function update(): Promise<void> {
    const hold = pickOne(random, own);
    if (!hold) return;
    const path = `/v1/holds/${hold.id}`;
    await client.call({
      name: 'updateHold',
      method: 'PUT',
      path,
      body: { notes: newName(actor) },
      expected: [200, 409],
    });
    const { data } = await client.call({ name: 'getHold', method: 'GET', path });
    if (isTree(data) && textOf(data.status) === undefined) throw new Error(`The hold ${hold.id} has no status.`);
  }

  async function release(): Promise<void> {
    const hold = pickOne(random, own);
    if (!hold) return;
    const path = `/v1/holds/${hold.id}/release`;
    await client.call({
      name: 'releaseHold',
      method: 'POST',
      path,
      body: { reason: 'As agreed.' },
      expected: [200, 409],
    });
  }

  async function transfer(): Promise<void> {
    const hold = pickOne(random, own);
    const lead = await findLead();
    if (!hold || !lead) return;
    const path = `/v1/holds/${hold.id}/transfer`;
    const body = happens(random, 60) ? { lead_id: lead.id } : { unit_id: random.pick(tenant.heldUnitIds) };
    await client.call({ name: 'transferHold', method: 'POST', path, body, expected: [200, 409] });
  }

  async function list(): Promise<void> {
    const path = `/v1/holds?${random.pick(['status=active,queued', 'sort=expires_at&order=asc', 'cursor=&per_page=5'])}`;
    await client.call({ name: 'listHolds', method: 'GET', path });
    await client.call({ name: 'getAnalyticsHolds', method: 'GET', path: '/v1/analytics/holds' });
  }

  return [hold, hold, extend, update, transfer, list, release, hold];
}
