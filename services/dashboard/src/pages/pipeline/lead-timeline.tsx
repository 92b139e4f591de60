import { Button, Center } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../components/query-state.js';
import { EmptyState } from '../../components/states.js';
import { LeadEntry } from './lead-entry.js';
import classes from './lead-page.module.css';
import { type Lead, leadKey } from './lead-query.js';
import { useLeadNames } from './use-lead-names.js';

const pageSize = 20;
const refreshMs = 30_000;

/** Lists a lead's activity, newest first. */
export function LeadTimeline({ lead }: { readonly lead: Lead }) {
  const tenant = useTenant();
  const names = useLeadNames(lead);
  const query = useInfiniteQuery({
    queryKey: [...leadKey(tenant, lead.id), 'activity'],
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id: lead.id }, query: { cursor, per_page: pageSize } };
      return answerOf(tenant.api.GET('/v1/leads/{id}/activity', { params }));
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchInterval: refreshMs,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <QueryState
      query={query}
      isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0)}
      empty={<EmptyState title="No activity yet" />}
    >
      {({ pages }) => (
        <>
          <ol className={classes.entries}>
            {pages
              .flatMap(({ data }) => data)
              .map((entry) => (
                <LeadEntry key={entry.id} entry={entry} names={names} />
              ))}
          </ol>
          {hasNextPage ? (
            <Center mt="sm">
              <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Load more
              </Button>
            </Center>
          ) : null}
        </>
      )}
    </QueryState>
  );
}
