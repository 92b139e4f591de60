import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TextSkeleton } from './skeletons.js';
import classes from './states.module.css';

/** Announces that something is loading, and shows its outline so that the page doesn't jump. */
export function LoadingState({ children = <TextSkeleton /> }: { readonly children?: ReactNode }) {
  return (
    <div role="status" aria-label="Loading">
      {children}
    </div>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** Link or button for the next step. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" className={classes.empty}>
      <Text fw={600}>{title}</Text>
      {children === undefined ? null : (
        <Text c="dimmed" ta="center">
          {children}
        </Text>
      )}
      {action}
    </Stack>
  );
}

interface RetryProps {
  readonly onRetry?: (() => void) | undefined;
}

const RetryButton = ({ onRetry }: RetryProps) =>
  onRetry === undefined ? null : (
    <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
  );

export function ErrorState({
  message,
  requestId,
  onRetry,
}: RetryProps & { readonly message: string; readonly requestId?: string | undefined }) {
  return (
    <Alert color="red" title="That didn't work" role="alert">
      <Text size="sm">{message}</Text>
      {requestId === undefined ? null : <Text size="xs">Request {requestId}</Text>}
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

export function ForbiddenState({ message }: { readonly message?: string }) {
  return (
    <Alert color="gray" title="Your role doesn't allow this">
      {message ?? 'Ask an owner or admin of this workspace to do it or to change your role.'}
    </Alert>
  );
}

interface NotFoundStateProps {
  readonly title?: string;
  readonly action?: ReactNode;
}

export function NotFoundState({ title = 'Not found', action }: NotFoundStateProps) {
  return (
    <EmptyState title={title} action={action}>
      It was deleted, or it belongs to another workspace or to the other mode.
    </EmptyState>
  );
}

/** The workspace rejects every request until the person has a second factor. The setup page returns here. */
export function TwoFactorState({ message }: { readonly message: string }) {
  const { pathname, search } = window.location;
  return (
    <Alert color="gray" title="Two-factor authentication required">
      <Text size="sm">{message}</Text>
      <Anchor size="sm" href={`/auth/two-factor?${new URLSearchParams({ return_to: pathname + search })}`}>
        Set up two-factor authentication
      </Anchor>
    </Alert>
  );
}

/** The workspace rejects every request until its operator resumes it. */
export function SuspendedState({ message }: { readonly message: string }) {
  return (
    <Alert color="gray" title="This workspace is suspended">
      <Text size="sm">{message}</Text>
      <Text size="sm">Nothing was deleted. Webhooks and jobs continue when the workspace is resumed.</Text>
    </Alert>
  );
}

export function OfflineState({ onRetry }: RetryProps) {
  return (
    <Alert color="gray" title="Can't reach the server" role="alert">
      <Text size="sm">Check your connection. The data on this page may be out of date.</Text>
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

/** Counts down, then retries. Repeats with the same delay while the limit still applies. */
export function RateLimitedState({ retryAfter, onRetry }: RetryProps & { readonly retryAfter: number }) {
  const seconds = Math.max(Math.ceil(retryAfter), 1);
  const [elapsed, setElapsed] = useState(0);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  }, [onRetry]);
  // The effect depends on the elapsed seconds, so that other renders don't restart the countdown.
  useEffect(() => {
    const timer = setTimeout(() => {
      setElapsed(elapsed + 1);
      if ((elapsed + 1) % seconds === 0) retry.current?.();
    }, 1000);
    return () => clearTimeout(timer);
  }, [elapsed, seconds]);
  const remaining = seconds - (elapsed % seconds);
  return (
    <Alert color="gray" title="Too many requests" role="status">
      Retrying in {remaining} {remaining === 1 ? 'second' : 'seconds'}.
    </Alert>
  );
}
