import type { ChangeNotice } from './change-notice.js';

/** Milliseconds between two refreshes of everything while there is no stream. */
const pollMs = 30_000;
/** Value of `EventSource.CLOSED`, which is missing in tests and old browsers. */
const closedState = 2;

type Listener = (event: { readonly data: string; readonly lastEventId: string }) => void;

/** Members of an EventSource that this module uses. */
export interface Source {
  readonly readyState: number;
  addEventListener(name: 'ready' | 'changes' | 'reset', listener: Listener): void;
  addEventListener(name: 'error', listener: () => void): void;
  close(): void;
}

/** Browser functions that this module uses. */
export interface Surroundings {
  /** Opens the stream. Returns null if the browser doesn't support streams. */
  readonly open: (url: string) => Source | null;
  readonly isHidden: () => boolean;
  /** Calls the listener when the page is hidden or shown. Returns a function that removes the listener. */
  readonly onVisibilityChange: (listener: () => void) => () => void;
  /** Calls the listener regularly. Returns a function that stops these calls. */
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
  /** Address of the stream, including a query. */
  readonly url: string;
  readonly onChanges: (notices: readonly ChangeNotice[]) => void;
  /** Called when changes may have been missed. */
  readonly onReset: () => void;
  readonly surroundings?: Surroundings;
}

/**
 * Follows the changes of a workspace. Polls while there is no stream, and pauses while the page is hidden. Returns a
 * function that stops following.
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
      // On a reconnected stream, the server sends the changes that were missed.
      if (isFirst && stopPolling !== null) onReset();
      endPolling();
    });
    listen('changes', (data) => onChanges(JSON.parse(data)));
    listen('reset', onReset);
    opened.addEventListener('error', () => {
      startPolling();
      // The browser reconnects automatically, unless the server refused the stream.
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
