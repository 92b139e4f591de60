import { useInfiniteQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { cursorPaging, isEmptyList } from '../../api/cursor-pages.js';
import { useTenant } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { LeadEntry } from './lead-entry.js';
import { getLeadKey, type Lead } from './lead-queries.js';
import classes from './lead-timeline.module.css';
import { useLeadNames } from './use-lead-names.js';

const pageSize = 20;

/** Lists a lead's activity, newest first. */
export function LeadTimeline({ lead }: { readonly lead: Lead }) {
  const tenant = useTenant();
  const names = useLeadNames(lead);
  const query = useInfiniteQuery({
    queryKey: [...getLeadKey(tenant, lead.id), 'activity'],
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id: lead.id }, query: { cursor, per_page: pageSize } };
      return readBody(tenant.api.GET('/v1/leads/{id}/activity', { params }));
    },
    ...cursorPaging,
  });
  return (
    <QueryState query={query} isEmpty={isEmptyList} empty={<EmptyState title="No activity yet" />}>
      {({ pages }) => (
        <>
          <ol className={classes.entries}>
            {pages
              .flatMap(({ data }) => data)
              .map((entry) => (
                <LeadEntry key={entry.id} entry={entry} names={names} />
              ))}
          </ol>
          <LoadMore query={query} />
        </>
      )}
    </QueryState>
  );
}
