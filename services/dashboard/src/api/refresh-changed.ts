import type { Query, QueryClient } from '@tanstack/react-query';
import { type ChangeNotice, followedQueries, isBellQuery, isConcerned, isNotifying } from './change-notice.js';
import type { Tenant } from './workspace.js';

/** Milliseconds for which changes are collected, so that they are read together. */
const gatherMs = 250;
/** Minimum milliseconds between two refreshes, because a bulk change takes a while. */
const minPauseMs = 1_000;
/** Milliseconds after which the notification about an event has been written. */
const bellDelayMs = 1_000;
/** Number of changes above which everything is refreshed. */
const maxWaiting = 500;

type Wait = (ms: number, run: () => void) => () => void;

const waitInBrowser: Wait = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Refreshes the queries that show changed records. */
export interface Refresher {
  readonly onChanges: (notices: readonly ChangeNotice[]) => void;
  /** Refreshes everything that can change. */
  readonly onReset: () => void;
  readonly stop: () => void;
}

/** Creates the refresher of a workspace in one mode. */
export function createRefresher(client: QueryClient, key: Tenant['key'], wait: Wait = waitInBrowser): Refresher {
  let waiting: readonly ChangeNotice[] = [];
  let isEverythingWaiting = false;
  let cancelFlush: (() => void) | null = null;
  let cancelBell: (() => void) | null = null;

  const getRest = ({ queryKey }: Query) => (queryKey[0] === key[0] && queryKey[1] === key[1] ? queryKey.slice(2) : []);
  const isFollowed = (query: Query) => followedQueries.has(String(getRest(query)[0]));

  const flush = () => {
    cancelFlush = null;
    if (waiting.length === 0 && !isEverythingWaiting) return;
    const notices = waiting;
    const isEverything = isEverythingWaiting;
    const predicate = (query: Query) => (isEverything ? isFollowed(query) : isConcerned(getRest(query), notices));
    // Waits, because a read now could overwrite an optimistic update or disturb a running read.
    if (client.isMutating() > 0 || client.isFetching({ predicate }) > 0) {
      schedule(gatherMs);
      return;
    }
    waiting = [];
    isEverythingWaiting = false;
    void client.invalidateQueries({ predicate });
    schedule(minPauseMs);
  };
  const schedule = (ms: number) => {
    cancelFlush ??= wait(ms, flush);
  };
  const refreshBell = () => {
    cancelBell = null;
    void client.invalidateQueries({ predicate: (query) => isBellQuery(getRest(query)[0]) });
  };
  const refreshEverything = () => {
    waiting = [];
    isEverythingWaiting = true;
    schedule(gatherMs);
  };

  return {
    onChanges: (notices) => {
      if (notices.some(isNotifying)) cancelBell ??= wait(bellDelayMs, refreshBell);
      if (waiting.length + notices.length > maxWaiting) {
        refreshEverything();
        return;
      }
      waiting = [...waiting, ...notices];
      schedule(gatherMs);
    },
    onReset: refreshEverything,
    stop: () => {
      cancelFlush?.();
      cancelBell?.();
    },
  };
}
