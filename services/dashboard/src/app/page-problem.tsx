import { Anchor, Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.js';
import { queryClient } from '../api/query-client.js';
import { sessionQuery } from '../api/session.js';
import { ProblemState } from '../ui/feedback/query-state.js';
import { EmptyState, ErrorState } from '../ui/feedback/states.js';
import { PageHeader } from '../ui/page/page-header.js';

/** Routes load only the session, so all other errors come from a page. */
const isSessionError = (error: unknown) => queryClient.getQueryState(sessionQuery.queryKey)?.error === error;

/** Replaces a page that fails as a whole. The menu remains visible. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  if (error instanceof ApiProblem || isSessionError(error)) {
    return <ProblemState error={error} onRetry={() => void router.invalidate()} />;
  }
  const isOldBuild = error instanceof Error && /dynamically imported module/i.test(error.message);
  const message = isOldBuild
    ? "The dashboard was updated, or the server can't be reached. Reload the page."
    : 'Something went wrong on this page. Reload it. If it happens again, tell us what you did.';
  return (
    <Container p={0}>
      <ErrorState message={message} onRetry={() => window.location.reload()} />
    </Container>
  );
}

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState title="This address doesn't exist" action={<Anchor href="/dashboard/">Go to the start page</Anchor>}>
        It may belong to another workspace, or the record was deleted.
      </EmptyState>
    </>
  );
}
