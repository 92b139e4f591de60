import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiClient } from '../../support/api-client.js';
import { eventually } from '../../support/eventually.js';
import { type Receiver, startReceiver } from '../../support/receiver.js';
import { system } from '../../support/system.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';

const readyWithinMs = 150_000;
/** Minimum number of acknowledged records of each kind, both before and after the kill. */
const writeCount = 30;
const concurrency = 4;

interface RecordKind {
  readonly path: string;
  readonly event: string;
  readonly body: (number: number) => object;
}

const lead: RecordKind = {
  path: '/v1/leads',
  event: 'lead.created',
  body: (number) => ({ name: `Lead ${number}`, email: `lead.${number}@example.com` }),
};
const agent: RecordKind = {
  path: '/v1/agents',
  event: 'agent.created',
  body: (number) => ({ name: `Agent ${number}`, email: `agent.${number}@example.com` }),
};
const property: RecordKind = {
  path: '/v1/properties',
  event: 'property.created',
  body: (number) => ({
    name: `Property ${number}`,
    type: 'villa',
    location: { address: '1 Road', area: 'Area', city: 'City', country: 'Country' },
  }),
};

/** Records of one kind. None of them is acknowledged yet. */
function toWritten(kind: RecordKind): { readonly kind: RecordKind; readonly ids: string[] } {
  return { kind, ids: [] };
}

/** Writes records until `isOver`, and adds the ids of the acknowledged records. */
async function write(api: ApiClient, kind: RecordKind, acknowledged: string[], isOver: () => boolean): Promise<void> {
  let number = 0;
  const writer = async () => {
    while (!isOver()) {
      number += 1;
      const answer = await api.post(kind.path, kind.body(number)).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.record.id);
      else await sleep(50);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writer));
}

/** Groups the ids of the received events by the id of their record. */
function groupEventIds(receiver: Receiver, name: string): Map<string, Set<string>> {
  const events = new Map<string, Set<string>>();
  for (const { body } of receiver.received) {
    const { id, event, data } = JSON.parse(body);
    if (event === name) events.set(data.id, (events.get(data.id) ?? new Set()).add(id));
  }
  return events;
}

async function expectNothingLost(
  api: ApiClient,
  receiver: Receiver,
  kind: RecordKind,
  acknowledged: readonly string[],
) {
  const limit = pLimit(concurrency);
  const missing = await Promise.all(
    acknowledged.map((id) => limit(async () => ((await api.get(`${kind.path}/${id}`)).status === 200 ? [] : [id]))),
  );
  expect(missing.flat(), `acknowledged records of ${kind.path} that are missing`).to.deep.equal([]);
  await eventually(() => {
    const events = groupEventIds(receiver, kind.event);
    expect(
      acknowledged.filter((id) => !events.has(id)),
      `acknowledged records of ${kind.path} without an event`,
    ).to.deep.equal([]);
  });
  const duplicated = [...groupEventIds(receiver, kind.event).values()].filter((ids) => ids.size > 1);
  expect(duplicated, `records of ${kind.path} whose event came under two ids`).to.deep.equal([]);
}

const components = [
  'gateway',
  'auth',
  'connect',
  'inventory',
  'pipeline',
  'team',
  'transfer',
  'webhook',
  'rabbitmq',
  'mongo',
  'redis',
];

/** The relay of a kind of record runs in the process of the service that writes it. */
describe('acknowledged writes', () => {
  let workspace: TestWorkspace;
  const receiver = useFixturePerTest(startReceiver);

  beforeEach(async () => {
    workspace = await newWorkspace();
    await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['*'] });
  });

  it('are not lost when all processes and stores are killed simultaneously with SIGKILL during writes', async function () {
    this.timeout(900_000);
    const { api } = workspace;
    const records = [lead, agent, property].map(toWritten);
    let isOver = false;
    const writing = Promise.all(records.map(({ kind, ids }) => write(api, kind, ids, () => isOver)));
    const waitForWrites = (...least: readonly number[]) =>
      eventually(() => {
        for (const [place, { kind, ids }] of records.entries())
          expect(ids.length, kind.path).to.be.above(least[place] ?? 0);
      }, readyWithinMs);
    try {
      await waitForWrites(writeCount, writeCount, writeCount);
      await Promise.all(components.map((name) => system().kill(name)));
      const before = records.map(({ ids }) => ids.length + writeCount);
      await Promise.all(components.map((name) => system().whenReady(name, readyWithinMs)));
      await waitForWrites(...before);
    } finally {
      isOver = true;
      await writing;
    }
    for (const { kind, ids } of records) await expectNothingLost(api, receiver(), kind, ids);
  });

  it('succeed while the broker is down, and their events are delivered once it is back, even if a relay was killed', async () => {
    const { api } = workspace;
    const acknowledged: Record<string, string[]> = {};
    await system().hold('rabbitmq');
    try {
      for (const kind of [lead, agent]) {
        const ids: string[] = [];
        for (let number = 0; number < 20; number += 1) ids.push((await api.create(kind.path, kind.body(number))).id);
        acknowledged[kind.path] = ids;
      }
      await system().kill('pipeline');
    } finally {
      await system().release('rabbitmq');
    }
    await system().whenReady('pipeline', readyWithinMs);
    for (const kind of [lead, agent]) await expectNothingLost(api, receiver(), kind, acknowledged[kind.path] ?? []);
  });
});
