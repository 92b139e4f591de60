import type { Batch } from './change-log.js';
import type { Notice, Resource } from './notice.js';

/** Reason why a stream has ended. */
export type StreamEnd = 'client' | 'revoked' | 'slow' | 'broker' | 'stopping';

/** Person whose pages read a stream. */
export interface Follower {
  readonly tenant: string;
  readonly workspaceId: string;
  /** Id of the session. */
  readonly credentialId: string;
  readonly agentId?: string | undefined;
  /** Kinds of records that the person may list. */
  readonly resources: ReadonlySet<Resource>;
  /** Whether the person may view every unit. */
  readonly managesListings: boolean;
}

/** A client with this many unread bytes is disconnected. It gets the missed changes when it reconnects. */
const maxUnreadBytes = 65_536;

/** The part of a response that a stream writes to. */
export interface StreamResponse {
  write(text: string): unknown;
  end(): unknown;
  destroy(): unknown;
  /** Bytes that the client hasn't read. */
  readonly writableLength: number;
}

/** One response with server-sent events (HTML standard, 9.2). */
export class ChangeStream {
  readonly follower: Follower;
  readonly #response: StreamResponse;
  #end: StreamEnd | null = null;

  constructor(follower: Follower, response: StreamResponse) {
    this.follower = follower;
    this.#response = response;
  }

  /** Reason why the stream has ended; `client` if the client closed it. */
  get endedBy(): StreamEnd {
    return this.#end ?? 'client';
  }

  /** Starts the stream. The client waits `retryMs` before it reconnects. */
  sendReady(id: string, retryMs: number): void {
    this.#write(`retry: ${retryMs}\nid: ${id}\nevent: ready\ndata: {}\n\n`);
  }

  /** Makes the page read everything again. */
  sendReset(id: string): void {
    this.#write(`id: ${id}\nevent: reset\ndata: {}\n\n`);
  }

  /** Sends the changes that the person may know about. */
  send(id: string, { changes }: Batch): void {
    if (changes === null) {
      this.sendReset(id);
      return;
    }
    const { resources, managesListings } = this.follower;
    const notices = changes
      .filter(({ notice }) => resources.has(notice.resource))
      .map(({ notice, isRestricted }): Notice => (isRestricted && !managesListings ? { ...notice, id: null } : notice));
    if (notices.length > 0) this.#write(`id: ${id}\nevent: changes\ndata: ${JSON.stringify(notices)}\n\n`);
  }

  /** Sends a comment, so that proxies keep the connection open and a lost client is noticed. */
  sendHeartbeat(): void {
    this.#write(':\n\n');
  }

  end(reason: Exclude<StreamEnd, 'client'>): void {
    if (this.#end !== null) return;
    this.#end = reason;
    if (reason === 'slow') this.#response.destroy();
    else this.#response.end();
  }

  #write(text: string): void {
    if (this.#end !== null) return;
    this.#response.write(text);
    if (this.#response.writableLength > maxUnreadBytes) this.end('slow');
  }
}
