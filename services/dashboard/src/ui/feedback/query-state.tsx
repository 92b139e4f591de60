import { Box } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiProblem, describeError } from '../../api/problem.js';
import {
  ErrorState,
  ForbiddenState,
  LoadingState,
  NotFoundState,
  OfflineState,
  RateLimitedState,
  SuspendedState,
  TwoFactorState,
} from './states.js';

interface ProblemStateProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Error reasons that depend on the person's role. */
const roleReasons: readonly string[] = ['role_not_allowed', 'owner_required', 'scope_above_role'];

/** Shows the state that matches an error. For other errors, shows the message. */
export function ProblemState({ error, onRetry }: ProblemStateProps) {
  if (!(error instanceof ApiProblem)) return <OfflineState onRetry={onRetry} />;
  if (error.reason === 'workspace_suspended') return <SuspendedState message={error.message} />;
  if (error.reason === 'two_factor_setup_required') return <TwoFactorState message={error.message} />;
  if (error.reason !== undefined && roleReasons.includes(error.reason)) {
    return <ForbiddenState message={error.message} />;
  }
  if (error.status === 404) return <NotFoundState />;
  if (error.status === 429) {
    return <RateLimitedState key={error.requestId} retryAfter={error.retryAfter ?? 1} onRetry={onRetry} />;
  }
  return <ErrorState message={describeError(error)} requestId={error.requestId} onRetry={onRetry} />;
}

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'error' | 'isPending' | 'fetchStatus' | 'refetch'>;

interface QueryStateProps<T> {
  readonly query: Query<T>;
  readonly isEmpty?: (data: T) => boolean;
  /** Outline of the children while they load. */
  readonly loading?: ReactNode;
  /** Replaces the children if `isEmpty` returns true. */
  readonly empty?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows a query's data or state. If a later attempt fails, keeps the earlier data visible below the error. */
export function QueryState<T>({ query, loading, isEmpty, empty, children }: QueryStateProps<T>) {
  const { data, error, isPending, fetchStatus, refetch } = query;
  // TanStack Query pauses queries while offline, and resumes them itself.
  const isOffline = fetchStatus === 'paused';
  if (isPending) return isOffline ? <OfflineState /> : <LoadingState>{loading}</LoadingState>;
  const failed = error ? <ProblemState error={error} onRetry={() => void refetch()} /> : null;
  const problem = isOffline ? <OfflineState /> : failed;
  if (data === undefined) return problem;
  return (
    <>
      {problem && <Box mb="md">{problem}</Box>}
      {isEmpty?.(data) ? empty : children(data)}
    </>
  );
}
