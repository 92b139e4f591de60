import { setTimeout as sleep } from 'node:timers/promises';
import { type Receiver, startReceiver } from '../../../support/receiver.js';
import { checkHistory } from './checks/check-history.js';
import { checkTenant } from './checks/check-tenant.js';
import { countLateEvents } from './checks/event-log.js';
import type { Violation } from './checks/violation.js';
import { createHistory, type History, isAcknowledged } from './history/operation.js';
import { watchStalls } from './history/stalls.js';
import { Integrator } from './load/integrator.js';
import { LogFollower } from './load/log-follower.js';
import { runLoad } from './load/run-load.js';
import { setUpTenants } from './load/set-up.js';
import type { Tenant } from './load/tenant.js';
import { injectFaults } from './plan/inject-faults.js';
import type { CampaignPlan } from './plan/plan.js';
import { ApiReader } from './snapshot/api-reader.js';
import { listForeignPaths, readSnapshot } from './snapshot/read-snapshot.js';
import type { Snapshot } from './snapshot/snapshot.js';
import type { ReplicatedSystem } from './system/replicated-system.js';

/**
 * Time within which interrupted work continues, including a sale's last repair. A repaired endpoint is probed within 60
 * s, and then gets all waiting deliveries.
 */
const quietWithinMs = 100_000;
const pauseMs = 2_000;
const maxReplays = 25;

export interface CampaignResult {
  readonly plan: CampaignPlan;
  readonly violations: readonly Violation[];
  readonly operationCount: number;
  /** Number of failed attempts that were repeated. */
  readonly retryCount: number;
  readonly eventCount: number;
  /** Number of events in the log that come after an event with a later state of the same record. */
  readonly lateEventCount: number;
  /** operationIds of the operations that were answered with a success. */
  readonly exercised: ReadonlySet<string>;
  /** Milliseconds between the end of the load and faults and the time when every guarantee held. */
  readonly quietAfterMs: number;
  readonly history: History;
}

/** Receivers with a marked path refuse all deliveries until `isMended`. */
async function startReceivers(isMended: () => boolean): Promise<Receiver> {
  const receiver = await startReceiver();
  receiver.answer = (response, { path }) => {
    response.statusCode = path.includes('/failing/') && !isMended() ? 500 : 200;
    response.end();
  };
  return receiver;
}

/** Client for the actions after the load. */
function createFinisher(tenant: Tenant, history: History): Integrator {
  const options = { ...tenant, tenant: tenant.name, name: `${tenant.name}/end` };
  return new Integrator(options, history, tenant.workspaceId);
}

/** Switches on the webhooks that the load left off. Then no delivery has a reason to wait. */
async function switchOn(client: Integrator, tenant: Tenant): Promise<void> {
  const webhooks = await new ApiReader(tenant).walk('/v1/webhooks?fields=active');
  for (const { id } of webhooks.filter(({ active }) => active === false)) {
    const fields = { active: true };
    const effects = [{ kind: 'write' as const, resource: 'webhook' as const, id, fields }];
    await client.call({ name: 'updateWebhook', method: 'PUT', path: `/v1/webhooks/${id}`, body: fields, effects });
  }
}

/**
 * Resends failed deliveries. The observer's receiver refuses none, so they failed because their sender was killed or
 * frozen.
 */
async function resendFailed(client: Integrator, { observerId }: Tenant, { deliveries }: Snapshot): Promise<void> {
  const failed = (deliveries.get(observerId) ?? []).filter(({ status }) => status === 'failed');
  for (const { id } of failed) {
    const path = `/v1/webhooks/${observerId}/deliveries/${id}/resend`;
    await client.call({ name: 'resendDelivery', method: 'POST', path, body: {}, expected: [202, 409] });
  }
}

/** Sends operations from the load again, starting with those that were repeated before. */
async function replay(client: Integrator, { name }: Tenant, { operations }: History): Promise<void> {
  const own = operations.filter((operation) => operation.tenant === name && operation.key && isAcknowledged(operation));
  const byAttempts = own.sort((one, other) => other.attempts.length - one.attempts.length);
  for (const operation of byAttempts.slice(0, maxReplays)) await client.replay(operation);
}

async function checkUntilQuiet(
  followers: readonly LogFollower[],
  history: History,
  receiver: Receiver,
): Promise<Violation[]> {
  const until = Date.now() + quietWithinMs;
  const check = async (follower: LogFollower): Promise<Violation[]> => {
    const { tenant } = follower;
    const foreignPaths = followers
      .filter((other) => other !== follower)
      .flatMap((other) => listForeignPaths(other.tenant));
    const client = createFinisher(tenant, history);
    await switchOn(client, tenant);
    await replay(client, tenant, history);
    for (;;) {
      const { received } = receiver;
      const violations = await readSnapshot({ follower, history, received, foreignPaths }).then(
        async (snapshot) => {
          await resendFailed(client, tenant, snapshot);
          return checkTenant(history, snapshot);
        },
        (error: unknown) => [{ rule: 'recovery', tenant: tenant.name, message: String(error) }],
      );
      if (violations.length === 0 || Date.now() > until) return violations;
      await sleep(pauseMs);
    }
  };
  return (await Promise.all(followers.map(check))).flat();
}

/** Runs a plan on a running system: first the load together with faults or another disturbance, then all checks. */
export async function runCampaign(
  plan: CampaignPlan,
  replicated: ReplicatedSystem,
  report: (line: string) => void,
  disturb = () => injectFaults(replicated.system, plan.faults, report),
): Promise<CampaignResult> {
  let isOver = false;
  // Deliveries to an endpoint with an open circuit are pending until the endpoint answers.
  const receiver = await startReceivers(() => isOver);
  const watch = watchStalls();
  try {
    const history = createHistory(watch.stalls);
    const tenants = await setUpTenants(plan, replicated, receiver.url);
    const followers = tenants.map((tenant) => new LogFollower(tenant, history));
    const following = Promise.all(followers.map((follower) => follower.follow(() => isOver)));
    const [faults] = await Promise.all([disturb(), runLoad(plan, tenants, history)]);
    isOver = true;
    await following;
    const endedAt = Date.now();
    const ofState = await checkUntilQuiet(followers, history, receiver);
    const quietAfterMs = Date.now() - endedAt;
    const { operations } = history;
    return {
      plan,
      violations: [...checkHistory(history, faults), ...ofState],
      operationCount: operations.length,
      retryCount: operations.reduce((sum, { attempts }) => sum + attempts.length - 1, 0),
      eventCount: receiver.received.length,
      lateEventCount: followers.reduce((sum, { events }) => sum + countLateEvents(events), 0),
      exercised: new Set(operations.filter(isAcknowledged).map(({ name }) => name)),
      quietAfterMs,
      history,
    };
  } finally {
    watch.stop();
    await receiver.stop();
  }
}
