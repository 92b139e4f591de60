import { Anchor, Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { PageHeader } from '../components/page-header.js';
import { ProblemState } from '../components/query-state.js';
import { EmptyState, ErrorState } from '../components/states.js';

/** Whether it is why the session, which is all that routes load, could not be read. */
const isOfSession = (error: unknown) => queryClient.getQueryState(sessionQuery.queryKey)?.error === error;

/** What a page shows when it fails as a whole; the menu stays. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof ApiProblem || isOfSession(error)) {
    return <ProblemState error={error} onRetry={() => void router.invalidate()} />;
  }
  const isOldBuild = error instanceof Error && /dynamically imported module/i.test(error.message);
  const message = isOldBuild
    ? 'A newer version of the dashboard is there, or the server cannot be reached. Reload the page.'
    : 'This page has a fault. Reload it; if that does not help, tell us what you did.';
  return (
    <Container p={0}>
      <ErrorState message={message} onRetry={() => window.location.reload()} />
    </Container>
  );
}

export function NotFound() {
  return (
    <>
      <PageHeader title="There is no such page" />
      <EmptyState title="The address leads nowhere" action={<Anchor href="/dashboard/">Go to your pipeline</Anchor>}>
        It may be from another workspace, or what it named was removed.
      </EmptyState>
    </>
  );
}
