import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const writes = 200;
const parallel = 8;

interface Kind {
  readonly path: string;
  readonly event: string;
  readonly body: (number: number) => object;
}

const lead: Kind = {
  path: '/v1/leads',
  event: 'lead.created',
  body: (number) => ({ name: `Lead ${number}`, email: `lead.${number}@example.com` }),
};
const agent: Kind = {
  path: '/v1/agents',
  event: 'agent.created',
  body: (number) => ({ name: `Agent ${number}`, email: `agent.${number}@example.com` }),
};
const property: Kind = {
  path: '/v1/properties',
  event: 'property.created',
  body: (number) => ({
    name: `Property ${number}`,
    type: 'villa',
    location: { address: '1 Road', area: 'Area', city: 'City', country: 'Country' },
  }),
};

/** What is killed, and what is written meanwhile. The relay lives in the process of the service that writes. */
const cases: readonly (readonly [part: string, kind: Kind])[] = [
  ['pipeline', lead],
  ['inventory', property],
  ['team', agent],
  ['webhook', lead],
  ['auth', lead],
  ['gateway', lead],
  ['rabbitmq', lead],
  ['mongo', lead],
];

/** Writes until so many are acknowledged and resolves to their ids; `during` runs when a quarter of them are through. */
async function write(api: ApiClient, kind: Kind, during: () => Promise<void>): Promise<string[]> {
  const acknowledged: string[] = [];
  const until = Date.now() + 90_000;
  let number = 0;
  let fault: Promise<void> | undefined;
  const writer = async () => {
    while (acknowledged.length < writes && Date.now() < until) {
      number += 1;
      const answer = await api.post(kind.path, kind.body(number)).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.record.id);
      else await sleep(50);
      if (acknowledged.length >= writes / 4) fault ??= during();
    }
  };
  await Promise.all(Array.from({ length: parallel }, writer));
  await fault;
  return acknowledged;
}

/** Ids of the events by id of the record that they tell of. */
function eventsByRecord(receiver: Receiver, name: string): Map<string, Set<string>> {
  const events = new Map<string, Set<string>>();
  for (const { body } of receiver.received) {
    const { id, event, data } = JSON.parse(body);
    if (event === name) events.set(data.id, (events.get(data.id) ?? new Set()).add(id));
  }
  return events;
}

async function assertNothingLost(api: ApiClient, receiver: Receiver, kind: Kind, acknowledged: readonly string[]) {
  const limit = pLimit(parallel);
  const missing = await Promise.all(
    acknowledged.map((id) => limit(async () => ((await api.get(`${kind.path}/${id}`)).status === 200 ? [] : [id]))),
  );
  expect(missing.flat(), 'acknowledged records that are gone').eql([]);
  await eventually(() => {
    const events = eventsByRecord(receiver, kind.event);
    expect(
      acknowledged.filter((id) => !events.has(id)),
      'acknowledged records without an event',
    ).eql([]);
  }, 90_000);
  const torn = [...eventsByRecord(receiver, kind.event).values()].filter((ids) => ids.size > 1);
  expect(torn, 'records whose event came under two ids').eql([]);
}

describe('nothing acknowledged is lost', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  let receiver: Receiver;

  beforeEach(async () => {
    workspace = await newWorkspace();
    receiver = await startReceiver();
    await workspace.api.create('/v1/webhooks', { url: receiver.url, events: ['*'] });
  });

  afterEach(() => receiver.close());

  for (const [part, kind] of cases) {
    it(`when ${part} is killed with -9 in the middle of ${writes} writes to ${kind.path}`, async () => {
      const acknowledged = await write(workspace.api, kind, () => system().kill(part));
      expect(acknowledged.length, 'acknowledged writes').least(writes);
      await system().whenReady(part, 60_000);
      await eventually(async () => expect((await workspace.api.get(kind.path)).status).equal(200));
      await assertNothingLost(workspace.api, receiver, kind, acknowledged);
    });
  }

  it('when the broker is away during the writes: they are still answered 201, and every event arrives after its return', async () => {
    await system().hold('rabbitmq');
    const acknowledged: string[] = [];
    try {
      for (let number = 0; number < 20; number += 1) {
        acknowledged.push((await workspace.api.create('/v1/leads', lead.body(number))).id);
      }
    } finally {
      await system().release('rabbitmq');
    }
    await assertNothingLost(workspace.api, receiver, lead, acknowledged);
  });

  it('when the relay dies with events that it could not publish', async () => {
    await system().hold('rabbitmq');
    const acknowledged: string[] = [];
    try {
      for (let number = 0; number < 20; number += 1) {
        acknowledged.push((await workspace.api.create('/v1/leads', lead.body(number))).id);
      }
      await system().kill('pipeline');
    } finally {
      await system().release('rabbitmq');
    }
    await system().whenReady('pipeline');
    await assertNothingLost(workspace.api, receiver, lead, acknowledged);
  });
});
