import type { ChangeNotice } from './change-notice.js';

/** Interval at which everything is read again while there is no stream. */
const pollMs = 30_000;
/** `EventSource.CLOSED`, which tests and old browsers don't have. */
const closedState = 2;

type Listener = (event: { readonly data: string; readonly lastEventId: string }) => void;

/** Part of an EventSource that this module uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: 'ready' | 'changes' | 'reset', listener: Listener): void;
  addEventListener(name: 'error', listener: () => void): void;
  close(): void;
}

/** Parts of the browser that this module uses. */
export interface Surroundings {
  /** Opens the stream. Returns null if the browser has no streams. */
  readonly open: (url: string) => Source | null;
  readonly isHidden: () => boolean;
  /** Calls the listener when the page is hidden or shown. Returns the function that stops it. */
  readonly onVisibilityChange: (listener: () => void) => () => void;
  /** Calls the listener regularly. Returns the function that stops it. */
  readonly every: (ms: number, listener: () => void) => () => void;
}

export const browser: Surroundings = {
  open: (url) => ('EventSource' in window ? new EventSource(url) : null),
  isHidden: () => document.visibilityState === 'hidden',
  onVisibilityChange: (listener) => {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  every: (ms, listener) => {
    const timer = setInterval(listener, ms);
    return () => clearInterval(timer);
  },
};

export interface FollowOptions {
  /** Address of the stream, with a query. */
  readonly url: string;
  readonly onChanges: (notices: readonly ChangeNotice[]) => void;
  /** Called when changes may have been missed. */
  readonly onReset: () => void;
  readonly surroundings?: Surroundings;
}

/**
 * Follows the changes of a workspace. Polls while there is no stream, and pauses while the page is hidden. Returns the
 * function that stops it.
 */
export function followChanges({ url, onChanges, onReset, surroundings = browser }: FollowOptions): () => void {
  const { open, isHidden, onVisibilityChange, every } = surroundings;
  let source: Source | null = null;
  let lastId = '';
  let stopPolling: (() => void) | null = null;

  const close = () => {
    source?.close();
    source = null;
  };
  const endPolling = () => {
    stopPolling?.();
    stopPolling = null;
  };
  const poll = () => {
    onReset();
    if (source === null) connect();
  };
  const startPolling = () => {
    stopPolling ??= every(pollMs, poll);
  };
  const connect = () => {
    const opened = open(lastId === '' ? url : `${url}&last_event_id=${encodeURIComponent(lastId)}`);
    source = opened;
    if (opened === null) {
      startPolling();
      return;
    }
    const isFirst = lastId === '';
    const listen = (name: 'ready' | 'changes' | 'reset', use: (data: string) => void) =>
      opened.addEventListener(name, ({ data, lastEventId }) => {
        lastId = lastEventId;
        use(data);
      });
    listen('ready', () => {
      // The server sends later streams the changes that were missed.
      if (isFirst && stopPolling !== null) onReset();
      endPolling();
    });
    listen('changes', (data) => onChanges(JSON.parse(data)));
    listen('reset', onReset);
    opened.addEventListener('error', () => {
      startPolling();
      // The browser reconnects automatically, except after a refusal.
      if (opened.readyState === closedState && source === opened) close();
    });
  };
  const adapt = () => {
    if (isHidden()) {
      close();
      endPolling();
    } else if (source === null) connect();
  };
  const stopWatching = onVisibilityChange(adapt);
  adapt();
  return () => {
    stopWatching();
    close();
    endPolling();
  };
}
