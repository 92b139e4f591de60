import type { Broker } from '@plotline/kit/broker/broker';
import { createBatcher } from '@plotline/kit/core/batcher';
import { realTime, type Time } from '@plotline/kit/core/time';
import { Counter, Gauge, type Registry } from 'prom-client';
import { contain } from '../edge/contain.js';
import { ChangeLog } from './change-log.js';
import { ChangeStream, type Follower, type StreamResponse } from './change-stream.js';
import { type Change, mergeChanges } from './notice.js';

/**
 * Changes of one tenant are collected for this time and sent together. The first change after a pause is sent
 * immediately.
 */
const intervalMs = 200;
const maxBatch = 100;
/**
 * An event older than this has waited in a queue. Then other events may be lost, because the transient queue drops its
 * oldest events when it is full.
 */
const maxAgeMs = 5_000;
export const heartbeatMs = 20_000;
/** Bounds of the random wait before a client reconnects, so that clients don't all reconnect at the same time. */
const [minRetryMs, maxRetryMs] = [1_000, 3_000];

export interface ChangeFeedOptions {
  readonly registry: Registry;
  readonly time?: Time;
}

/** Stream to open. */
export interface StreamRequest {
  readonly follower: Follower;
  readonly response: StreamResponse;
  /** Id of the last event that the client got; undefined if it connects for the first time. */
  readonly lastId: string | undefined;
  /** Resolves to whether the person still has the same access. */
  readonly isStillAllowed: () => Promise<boolean>;
}

type Connection = Pick<Broker, 'isConnected' | 'onConnect'>;

/** Sends the changes of workspaces to the pages that follow them. */
export class ChangeFeed {
  readonly #time: Time;
  readonly #log = new ChangeLog();
  /** Open streams by tenant. */
  readonly #streams = new Map<string, Set<ChangeStream>>();
  /** Tenants that may have lost some changes. */
  readonly #gaps = new Set<string>();
  readonly #ends: Counter;
  readonly #queue: (change: Change) => Promise<void>;
  #connection: Connection | null = null;
  #isStopping = false;

  constructor({ registry, time = realTime }: ChangeFeedOptions) {
    this.#time = time;
    const registers = [registry];
    const open: Gauge = new Gauge({
      name: 'plotline_change_streams',
      help: 'Open streams of changes.',
      registers,
      collect: () => open.set(this.#all().length),
    });
    this.#ends = new Counter({
      name: 'plotline_change_stream_ends_total',
      help: 'Ended streams of changes by reason.',
      labelNames: ['reason'],
      registers,
    });
    this.#queue = createBatcher<Change, void>({
      key: ({ tenant }) => tenant,
      maxBatch,
      toIntervalMs: () => intervalMs,
      time,
      run: async (changes) => this.#publish(changes),
    });
  }

  /** Watches the connection that delivers the events. After a reconnection, pages read everything again. */
  follow(connection: Connection): void {
    this.#connection = connection;
    connection.onConnect(() => {
      this.#log.restart();
      for (const stream of this.#all()) stream.sendReset(this.#log.lastId);
    });
  }

  /** Returns whether streams can be opened. */
  get isAvailable(): boolean {
    return !this.#isStopping && (this.#connection?.isConnected() ?? true);
  }

  /** Queues a change, which is sent to the pages of its tenant shortly afterwards. */
  add(change: Change): void {
    const { tenant, madeAt } = change;
    if (madeAt < this.#time.now() - maxAgeMs) this.#gaps.add(tenant);
    // The queue rejects the change when too many are waiting.
    this.#queue(change).catch(() => this.#gaps.add(tenant));
  }

  /** Opens a stream. Returns the function to call when its response is closed. */
  open({ follower, response, lastId, isStillAllowed }: StreamRequest): () => void {
    const { tenant } = follower;
    const stream = new ChangeStream(follower, response);
    const streams = this.#streams.get(tenant) ?? new Set();
    this.#streams.set(tenant, streams.add(stream));
    stream.sendReady(this.#log.lastId, Math.round(minRetryMs + Math.random() * (maxRetryMs - minRetryMs)));
    if (lastId !== undefined) this.#catchUp(stream, lastId);
    const check = async () => {
      if (!this.isAvailable) return stream.end('broker');
      // Ends a stream whose session has ended, even if the event about the session's end was lost.
      if (await isStillAllowed().catch(() => false)) stream.sendHeartbeat();
      else stream.end('revoked');
    };
    const beat = contain({ fail: () => stream.end('revoked') }, () => void check());
    const timer = this.#time.setInterval(beat, heartbeatMs).unref();
    return () => {
      timer.cancel();
      streams.delete(stream);
      if (streams.size === 0 && this.#streams.get(tenant) === streams) this.#streams.delete(tenant);
      this.#ends.inc({ reason: stream.endedBy });
    };
  }

  /** Ends the streams of a session. */
  revoke(credentialId: string): void {
    this.#endWhere((follower) => follower.credentialId === credentialId);
  }

  /** Ends the streams of an agent whose access changed, or of a workspace, so that the pages connect again. */
  refresh(id: string): void {
    this.#endWhere(({ agentId, workspaceId }) => agentId === id || workspaceId === id);
  }

  /** Ends all streams, and opens no more. */
  close(): void {
    this.#isStopping = true;
    for (const stream of this.#all()) stream.end('stopping');
  }

  #all(): ChangeStream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #endWhere(matches: (follower: Follower) => boolean): void {
    for (const stream of this.#all()) if (matches(stream.follower)) stream.end('revoked');
  }

  #catchUp(stream: ChangeStream, lastId: string): void {
    const missed = this.#log.findSince(stream.follower.tenant, lastId);
    if (missed === null) stream.sendReset(this.#log.lastId);
    else for (const batch of missed) stream.send(this.#log.toId(batch), batch);
  }

  #publish(changes: readonly Change[]): void {
    const [first] = changes;
    if (!first) return;
    const { tenant } = first;
    this.#send(tenant, this.#gaps.delete(tenant) ? null : mergeChanges(changes));
  }

  #send(tenant: string, changes: readonly Change[] | null): void {
    const batch = this.#log.append(tenant, changes);
    const id = this.#log.toId(batch);
    for (const stream of this.#streams.get(tenant) ?? []) stream.send(id, batch);
  }
}
