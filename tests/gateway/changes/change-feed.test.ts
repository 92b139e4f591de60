import { ChangeFeed, heartbeatMs } from '@plotline/gateway/changes/change-feed';
import type { Follower, StreamResponse } from '@plotline/gateway/changes/change-stream';
import type { Change, Resource } from '@plotline/gateway/changes/notice';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { ManualTime } from '../../support/manual-time.js';
import { readMetric } from '../../support/read-metric.js';

/** Response that collects the events written to it. */
class StubResponse implements StreamResponse {
  readonly events: { readonly id: string; readonly event: string; readonly data: unknown }[] = [];
  writableLength = 0;
  heartbeats = 0;
  state: 'open' | 'ended' | 'destroyed' = 'open';

  write(text: string): void {
    if (text.startsWith(':')) this.heartbeats += 1;
    else this.#parse(text);
  }

  end(): void {
    this.state = 'ended';
  }

  destroy(): void {
    this.state = 'destroyed';
  }

  get names(): string[] {
    return this.events.map(({ event }) => event);
  }

  #parse(text: string): void {
    const lines = text.split('\n');
    const read = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
    this.events.push({ id: read('id'), event: read('event'), data: JSON.parse(read('data')) });
  }
}

const everything: ReadonlySet<Resource> = new Set(['leads', 'units', 'webhooks']);

function startFeed() {
  const time = new ManualTime();
  const { registry } = createMetrics('gateway');
  const feed = new ChangeFeed({ registry, time });
  const open = (follower: Partial<Follower> = {}, lastId?: string, isStillAllowed = async () => true) => {
    const stub = new StubResponse();
    const full: Follower = {
      tenant: 'ws_1:live',
      workspaceId: 'ws_1',
      credentialId: 'session_1',
      agentId: 'agent_1',
      resources: everything,
      managesListings: true,
      ...follower,
    };
    const close = feed.open({ follower: full, response: stub, lastId, isStillAllowed });
    return Object.assign(stub, { close });
  };
  const add = (id: string, change: Partial<Change> = {}, resource: Resource = 'leads') => {
    const notice = { type: `${resource}.updated`, resource, id, updated_at: '2026-03-01T09:30:00.000Z' };
    feed.add({ tenant: 'ws_1:live', madeAt: time.now(), notice, isRestricted: false, ...change });
  };
  return { time, registry, feed, open, add };
}

const idsOf = ({ events }: StubResponse) =>
  events.flatMap(({ data }) => (Array.isArray(data) ? data.map(({ id }: { id: string | null }) => id) : []));

describe('gateway ChangeFeed', () => {
  it('sends a change to the pages of its own workspace and mode, and to no others', async () => {
    const { open, add } = startFeed();
    const [own, ofSandbox, ofOther] = [{}, { tenant: 'ws_1:sandbox' }, { tenant: 'ws_2:live' }].map((one) => open(one));
    add('lead_1');
    await eventually(() => expect(own?.names).to.deep.equal(['ready', 'changes']));
    expect([ofSandbox?.names, ofOther?.names]).to.deep.equal([['ready'], ['ready']]);
  });

  it('omits kinds of records that the role may not list, and ids of units that it may not view', async () => {
    const { open, add } = startFeed();
    const agent = open({ resources: new Set<Resource>(['leads', 'units']), managesListings: false });
    add('wh_1', {}, 'webhooks');
    add('unit_1', { isRestricted: true }, 'units');
    add('lead_1');
    await eventually(() => expect(idsOf(agent)).to.deep.equal([null, 'lead_1']));
  });

  it('sends the changes that a page missed while its connection was broken', async () => {
    const { open, add, time } = startFeed();
    const first = open();
    add('lead_1');
    await eventually(() => expect(idsOf(first)).to.deep.equal(['lead_1']));
    first.close();
    time.advance(200);
    add('lead_2');
    const watching = open();
    await eventually(() => expect(idsOf(watching)).to.deep.equal(['lead_2']));
    const again = open({}, first.events.at(-1)?.id);
    expect([again.names, idsOf(again)]).to.deep.equal([['ready', 'changes'], ['lead_2']]);
  });

  for (const [title, lastId] of [
    ['of another gateway', 'abcdef01.7'],
    ['from the future', 'future'],
    ['that is none', 'x'],
  ] as const) {
    it(`lets a page read everything again after an id ${title}`, () => {
      const { open } = startFeed();
      const epoch = open().events[0]?.id.split('.')[0];
      expect(open({}, lastId === 'future' ? `${epoch}.99` : lastId).names).to.deep.equal(['ready', 'reset']);
    });
  }

  it('lets pages read everything again after a late event, because other events may be lost', async () => {
    const { open, add, time } = startFeed();
    const page = open();
    add('lead_1', { madeAt: time.now() - 5_001 });
    await eventually(() => expect(page.names).to.deep.equal(['ready', 'reset']));
  });

  it('lets pages read everything again once the broker is reconnected', () => {
    const { open, feed } = startFeed();
    const listeners: (() => void)[] = [];
    feed.follow({ isConnected: () => true, onConnect: (listener) => void listeners.push(listener) });
    const page = open();
    for (const listener of listeners) listener();
    expect(page.names).to.deep.equal(['ready', 'reset']);
    expect(open({}, page.events[0]?.id).names).to.deep.equal(['ready', 'reset']);
  });

  it('lets pages read everything again when too many changes are waiting', async () => {
    const { open, add, time } = startFeed();
    const page = open();
    for (let index = 0; index < 700; index += 1) add(`lead_${index}`);
    await time.passUntil(() => expect(page.names).to.include('reset'), 200);
  });

  it('sends a heartbeat, and ends the stream once the session has ended', async () => {
    const { open, time } = startFeed();
    let isAllowed = true;
    const page = open({}, undefined, async () => isAllowed);
    time.advance(heartbeatMs);
    await eventually(() => expect(page.heartbeats).to.equal(1));
    isAllowed = false;
    time.advance(heartbeatMs);
    await eventually(() => expect(page.state).to.equal('ended'));
  });

  it('immediately ends streams when a session is revoked, or the agent or workspace is changed', () => {
    const { open, feed } = startFeed();
    const ofSession = open({ credentialId: 'session_2' });
    const ofAgent = open({ agentId: 'agent_2' });
    const ofWorkspace = open({ workspaceId: 'ws_2' });
    const other = open();
    feed.revoke('session_2');
    feed.refresh('agent_2');
    feed.refresh('ws_2');
    expect([ofSession, ofAgent, ofWorkspace, other].map(({ state }) => state)).to.deep.equal([
      'ended',
      'ended',
      'ended',
      'open',
    ]);
  });

  it('disconnects a client that stops reading', async () => {
    const { open, add } = startFeed();
    const page = open();
    page.writableLength = 65_537;
    add('lead_1');
    await eventually(() => expect(page.state).to.equal('destroyed'));
  });

  it('ends all streams at shutdown, and counts open streams and their ends by reason', async () => {
    const { open, feed, registry } = startFeed();
    const [page, left] = [open(), open()];
    const countStreams = () => readMetric(registry, 'plotline_change_streams');
    const countEnds = (reason: string) => readMetric(registry, 'plotline_change_stream_ends_total', { reason });
    expect(await countStreams()).to.equal(2);
    left.close();
    feed.close();
    page.close();
    expect([page.state, feed.isAvailable]).to.deep.equal(['ended', false]);
    expect([await countEnds('stopping'), await countEnds('client')]).to.deep.equal([1, 1]);
    expect(await countStreams()).to.equal(0);
  });
});
