import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.js';

const maxRetries = 3;
const maxPauseSeconds = 60;

/** Retries reads if the server is unavailable or requests a short wait. Other errors are shown immediately. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false;
  if (!(error instanceof ApiProblem)) return true;
  if (error.status === 429) return (error.retryAfter ?? 0) <= 5;
  return error.status >= 500;
}

/** Returns the milliseconds before the next attempt: the server's `Retry-After`, or an exponential backoff. */
export function getRetryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? error.retryAfter : undefined;
  return Math.min(asked ?? 2 ** failures / 2, maxPauseSeconds) * 1000;
}

/** Key of the session in the cache. */
export const sessionKey = ['session'] as const;

/** Reads the session again when the workspace was suspended meanwhile, so that its notice replaces the page. */
function readSuspension(error: unknown): void {
  if (!(error instanceof ApiProblem) || error.reason !== 'workspace_suspended') return;
  void queryClient.invalidateQueries({ queryKey: sessionKey }, { cancelRefetch: false });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: readSuspension }),
  mutationCache: new MutationCache({ onError: readSuspension }),
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay: getRetryDelay, staleTime: 15_000 },
    // Without a connection, a change fails immediately. Otherwise it would run unnoticed once the connection is back.
    // Requests and responses may contain secrets, so the cache drops them a second after the component unmounts.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
