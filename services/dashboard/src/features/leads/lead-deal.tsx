import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useMode, useTenant, useWorkspace } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { Section } from '../../ui/page/section.js';
import { TextLink } from '../../ui/page/text-link.js';
import classes from './lead-page.module.css';

/** The deal of a won lead. */
export function LeadDeal({ leadId }: { readonly leadId: string }) {
  const { api, key } = useTenant();
  const { id: workspaceId } = useWorkspace();
  const mode = useMode();
  const query = useQuery({
    queryKey: [...key, 'deals', 'of-lead', leadId],
    queryFn: () =>
      readBody(api.GET('/v1/deals', { params: { query: { lead_id: leadId, status: ['closed'], per_page: 1 } } })),
  });
  const toDeals = (
    <TextLink size="sm" to="/$workspaceId/$mode/deals" params={{ workspaceId, mode }}>
      All deals
    </TextLink>
  );
  return (
    <Section title="Deal" actions={toDeals}>
      <QueryState query={query} isEmpty={({ data }) => data.length === 0} empty="This lead was won without a deal.">
        {({ data }) =>
          data.map((deal) => (
            <dl key={deal.id} className={classes.facts}>
              <dt>Value</dt>
              <dd>
                <Money amount={deal.value} currency={deal.currency} />
              </dd>
              <dt>Commission</dt>
              <dd>
                <Money amount={deal.commission} currency={deal.currency} />
              </dd>
              <dt>Closed</dt>
              <dd>
                <DateTime value={deal.closed_at} />
              </dd>
            </dl>
          ))
        }
      </QueryState>
    </Section>
  );
}
