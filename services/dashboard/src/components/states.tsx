import { Alert, Anchor, Button, Center, Loader, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export function LoadingState({ label = 'Loading' }: { readonly label?: string }) {
  return (
    <Center py="xl" role="status" aria-label={label}>
      <Loader />
    </Center>
  );
}

interface EmptyStateProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py="xl">
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
    <Alert color="red" title="This did not work" role="alert">
      <Text size="sm">{message}</Text>
      {requestId === undefined ? null : <Text size="xs">Request {requestId}</Text>}
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

export function ForbiddenState({ message }: { readonly message?: string }) {
  return (
    <Alert color="gray" title="Your role does not include this">
      {message ?? 'An owner or administrator of the workspace can do this, or change your role.'}
    </Alert>
  );
}

interface NotFoundStateProps {
  readonly title?: string;
  readonly action?: ReactNode;
}

export function NotFoundState({ title = 'It is not here', action }: NotFoundStateProps) {
  return (
    <EmptyState title={title} action={action}>
      It was deleted, or the address is of another workspace or of the other data.
    </EmptyState>
  );
}

/** Until there is a second factor the workspace refuses everything; the page that sets it up leads back. */
export function TwoFactorState({ message }: { readonly message: string }) {
  const { pathname, search } = window.location;
  return (
    <Alert color="gray" title="A second factor is missing">
      <Text size="sm">{message}</Text>
      <Anchor size="sm" href={`/auth/two-factor?${new URLSearchParams({ return_to: pathname + search })}`}>
        Set up a second factor
      </Anchor>
    </Alert>
  );
}

export function OfflineState({ onRetry }: RetryProps) {
  return (
    <Alert color="gray" title="The server cannot be reached" role="alert">
      <Text size="sm">Check your connection. What was shown before may be out of date.</Text>
      <RetryButton onRetry={onRetry} />
    </Alert>
  );
}

/** Tries again once the time is over, and as long later each time that the limit is still reached. */
export function RateLimitedState({ retryAfter, onRetry }: RetryProps & { readonly retryAfter: number }) {
  const seconds = Math.max(Math.ceil(retryAfter), 1);
  const [passed, setPassed] = useState(0);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  }, [onRetry]);
  // Tries once for each time that is over, however often the page is rendered meanwhile.
  useEffect(() => {
    const timer = setTimeout(() => {
      setPassed(passed + 1);
      if ((passed + 1) % seconds === 0) retry.current?.();
    }, 1000);
    return () => clearTimeout(timer);
  }, [passed, seconds]);
  return (
    <Alert color="gray" title="The limit of the plan is reached" role="status">
      This goes on in {seconds - (passed % seconds)} s.
    </Alert>
  );
}
