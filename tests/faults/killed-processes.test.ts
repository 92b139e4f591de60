import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiClient } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { system } from '../support/system.js';
import { useFixturePerTest } from '../support/use-fixture.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const writeCount = 200;
const concurrency = 8;

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

/** The process to kill, and the records to write meanwhile. The relay runs in the process of the service that writes. */
const cases: readonly (readonly [processName: string, kind: RecordKind])[] = [
  ['pipeline', lead],
  ['inventory', property],
  ['team', agent],
  ['webhook', lead],
  ['auth', lead],
  ['gateway', lead],
  ['rabbitmq', lead],
  ['mongo', lead],
];

/** Writes until so many are acknowledged and resolves to their ids; calls `injectFault` once a quarter of them are. */
async function write(api: ApiClient, kind: RecordKind, injectFault: () => Promise<void>): Promise<string[]> {
  const acknowledged: string[] = [];
  const until = Date.now() + 90_000;
  let number = 0;
  let fault: Promise<void> | undefined;
  const writer = async () => {
    while (acknowledged.length < writeCount && Date.now() < until) {
      number += 1;
      const answer = await api.post(kind.path, kind.body(number)).catch(() => undefined);
      if (answer?.status === 201) acknowledged.push(answer.record.id);
      else await sleep(50);
      if (acknowledged.length >= writeCount / 4) fault ??= injectFault();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, writer));
  await fault;
  return acknowledged;
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
  expect(missing.flat(), 'acknowledged records that are missing').to.deep.equal([]);
  await eventually(() => {
    const events = groupEventIds(receiver, kind.event);
    expect(
      acknowledged.filter((id) => !events.has(id)),
      'acknowledged records without an event',
    ).to.deep.equal([]);
  }, 90_000);
  const duplicated = [...groupEventIds(receiver, kind.event).values()].filter((ids) => ids.size > 1);
  expect(duplicated, 'records whose event came under two ids').to.deep.equal([]);
}

describe('acknowledged writes', function () {
  this.timeout(180_000);
  let workspace: TestWorkspace;
  const receiver = useFixturePerTest(startReceiver);

  beforeEach(async () => {
    workspace = await newWorkspace();
    await workspace.api.create('/v1/webhooks', { url: receiver().url, events: ['*'] });
  });

  /** Creates 20 leads while the broker is down, and runs `beforeReturn` before it is back; resolves to their ids. */
  async function writeWithoutBroker(beforeReturn: () => Promise<void> = async () => undefined): Promise<string[]> {
    const acknowledged: string[] = [];
    await system().hold('rabbitmq');
    try {
      for (let number = 0; number < 20; number += 1) {
        acknowledged.push((await workspace.api.create('/v1/leads', lead.body(number))).id);
      }
      await beforeReturn();
    } finally {
      await system().release('rabbitmq');
    }
    return acknowledged;
  }

  for (const [processName, kind] of cases) {
    it(`are not lost when ${processName} is killed with SIGKILL amid ${writeCount} writes to ${kind.path}`, async () => {
      const acknowledged = await write(workspace.api, kind, () => system().kill(processName));
      expect(acknowledged.length, 'acknowledged writes').to.be.at.least(writeCount);
      await system().whenReady(processName, 60_000);
      await eventually(async () => expect((await workspace.api.get(kind.path)).status).to.equal(200));
      await expectNothingLost(workspace.api, receiver(), kind, acknowledged);
    });
  }

  it('are answered 201 while the broker is down, and their events are delivered once it is back', async () => {
    const acknowledged = await writeWithoutBroker();
    await expectNothingLost(workspace.api, receiver(), lead, acknowledged);
  });

  it('keep the events that could not be published when the relay is killed', async () => {
    const acknowledged = await writeWithoutBroker(() => system().kill('pipeline'));
    await system().whenReady('pipeline');
    await expectNothingLost(workspace.api, receiver(), lead, acknowledged);
  });
});
