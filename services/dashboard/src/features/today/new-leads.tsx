import { Text } from '@mantine/core';
import { QueryState } from '../../ui/feedback/query-state.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { LeadItem } from './lead-item.js';
import { toAgentFilter, useNewestLeads } from './lead-queries.js';
import { LeadsLink } from './leads-link.js';
import classes from './today.module.css';

/** Leads that nobody has contacted yet, of one agent or of all agents. */
export function NewLeads({ agentId }: { readonly agentId: string | undefined }) {
  const query = useNewestLeads({ ...toAgentFilter(agentId), stage: ['new'] });
  const empty = (
    <Text size="sm" c="dimmed">
      Nobody is waiting for a first contact.
    </Text>
  );
  return (
    <Section title="New leads">
      <QueryState query={query} loading={<TextSkeleton lines={3} />} isEmpty={({ total }) => total === 0} empty={empty}>
        {({ leads, total }) => (
          <>
            <ul className={classes.list}>
              {leads.map((lead) => (
                <LeadItem key={lead.id} lead={lead} />
              ))}
            </ul>
            <LeadsLink
              total={total}
              shown={leads.length}
              label={`Show all ${formatNumber(total)}`}
              search={{ ...toAgentFilter(agentId), stage: 'new' }}
            />
          </>
        )}
      </QueryState>
    </Section>
  );
}
