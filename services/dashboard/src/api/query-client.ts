import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.js';

const maxRetries = 3;
const maxPauseSeconds = 60;

/** Reads are repeated when the server is away or asks to wait; what it refuses is told at once. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= maxRetries) return false;
  if (!(error instanceof ApiProblem)) return true;
  if (error.status === 429) return (error.retryAfter ?? 0) <= 5;
  return error.status >= 500;
}

/** The pause before another attempt, in milliseconds: what the server asks for, else longer each time. */
export function getRetryDelay(failures: number, error: unknown): number {
  const asked = error instanceof ApiProblem ? error.retryAfter : undefined;
  return Math.min(asked ?? 2 ** failures / 2, maxPauseSeconds) * 1000;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, retryDelay: getRetryDelay, staleTime: 15_000 },
    // Without a connection a change fails at once, rather than being made whenever there is one again. What was sent and
    // answered may be a secret: it is forgotten a second after what showed it.
    mutations: { retry: false, networkMode: 'always', gcTime: 1_000 },
  },
});
