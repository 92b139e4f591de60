import { isTree, textOf } from '../../../../support/contract/tree.js';
import type { Action, Actor } from './tenant.js';

/** Resends all failed deliveries of changing webhooks in one request. `one` selects the webhook. */
export function createResendActions(
  { client }: Pick<Actor, 'client'>,
  one: () => string | undefined,
): readonly Action[] {
  async function resendFailed(): Promise<void> {
    const id = one();
    if (!id) return;
    const path = `/v1/webhooks/${id}`;
    const { data } = await client.call({
      name: 'createResend',
      method: 'POST',
      path: `${path}/resend`,
      body: { from: new Date(Date.now() - 60_000).toISOString(), status: ['failed'] },
      // 409 while 20 resends are waiting, or if failing deliveries have disabled the webhook.
      expected: [202, 409],
    });
    const resendId = isTree(data) ? textOf(data.id) : undefined;
    if (!resendId) return;
    const own = `${path}/resends/${resendId}`;
    await client.call({ name: 'listResends', method: 'GET', path: `${path}/resends` });
    await client.call({ name: 'getResend', method: 'GET', path: own });
    // 409 when the resend has ended.
    const expected = [200, 409];
    const gone = `${own}/cancel`;
    await client.call({ name: 'cancelResend', method: 'POST', path: gone, body: {}, hasKey: false, expected });
  }

  const listNotifications = async () => {
    await client.call({ name: 'listNotifications', method: 'GET', path: '/v1/notifications' });
  };

  return [resendFailed, listNotifications];
}
