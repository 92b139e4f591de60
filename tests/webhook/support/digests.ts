import { createDigestPlanner } from '@plotline/webhook/channels/work/plan-digests';
import { expect } from 'chai';
import type { Reply } from '../../support/started-service.js';
import { waitForMessage } from './wait-for-message.js';
import type { WebhookFixture } from './webhook-fixture.js';

const dayMs = 24 * 3_600_000;

export const dailySchedule = { frequency: 'daily', weekday: null, hour: 8, time_zone: 'Europe/Lisbon' };

/** Actions on the digests of the current subscriber. The subscriber's workspace has two agents. */
export function useDigests(fixture: WebhookFixture) {
  beforeEach(() => {
    const { service, subscriber } = fixture;
    for (const id of ['agent_1', 'agent_2']) service.peers.putAgent(subscriber.workspaceId, id);
  });

  /** Time zone of the workspace. */
  const timeZone = 'Asia/Dubai';

  function call(method: string, path: string, body?: unknown, mode: 'live' | 'sandbox' = 'live'): Promise<Reply> {
    const { service, subscriber } = fixture;
    const as = { workspaceId: subscriber.workspaceId, plan: 'enterprise', mode, timeZone };
    return service.request(method, `/v1/integrations${path}`, { as, body });
  }

  function toRequest(change: object = {}) {
    const common = { kind: 'mail_digest', name: 'Morning mail', events: ['lead.created'], schedule: dailySchedule };
    return { ...common, recipients: ['agent_1', 'agent_2'], ...change };
  }

  async function create(change: object = {}, mode: 'live' | 'sandbox' = 'live'): Promise<string> {
    const { status, body } = await call('POST', '', toRequest(change), mode);
    expect(status, JSON.stringify(body)).to.equal(201);
    return String(body.id);
  }

  async function planDue(): Promise<void> {
    await createDigestPlanner(fixture.service.context).run();
  }

  /** Lets a day pass, so that the digest is due. */
  async function passDay(): Promise<void> {
    fixture.service.advanceClock(dayMs);
    await planDue();
  }

  const waitForDelivery = (id: string, status: string, attempts = 1) =>
    waitForMessage(() => call('GET', `/${id}/deliveries`), status, attempts);

  return { call, toRequest, create, planDue, passDay, waitForDelivery };
}
