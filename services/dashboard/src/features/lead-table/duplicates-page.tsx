import { Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useTenant } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { type DuplicateGroup, describeShared, duplicateGroupsQuery } from '../leads/duplicate-groups.js';
import { LeadMerge } from '../leads/lead-merge.js';
import { LeadLink } from '../navigation/lead-link.js';
import { LayoutTabs } from '../pipeline/layout-tabs.js';

type GroupLead = DuplicateGroup['leads'][number];

function DuplicateRow({ lead, oldest }: { readonly lead: GroupLead; readonly oldest: GroupLead }) {
  const contact = [lead.email, lead.phone].filter(Boolean).join(' · ');
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <LeadLink id={lead.id}>{lead.name}</LeadLink>
          <StatusBadge status={lead.stage} />
        </Group>
        <Text size="sm">{contact}</Text>
        <Text size="xs" c="dimmed">
          Created <DateTime value={lead.created_at} format="date" />
        </Text>
      </div>
      {lead === oldest ? (
        <Text size="sm" c="dimmed">
          Oldest
        </Text>
      ) : (
        <LeadMerge lead={oldest} other={lead} place="list" />
      )}
    </Group>
  );
}

function GroupSection({ group }: { readonly group: DuplicateGroup }) {
  const { leads, count } = group;
  const [oldest] = leads;
  if (oldest === undefined) return null;
  return (
    <Section title={`${oldest.name}: ${count} leads`} description={describeShared(group)}>
      <Stack component="ul" gap="md" p={0} m={0}>
        {leads.map((lead) => (
          <DuplicateRow key={lead.id} lead={lead} oldest={oldest} />
        ))}
      </Stack>
      {count > leads.length ? (
        <Text size="sm" c="dimmed" mt="sm">
          The {leads.length} oldest leads are shown. Merge them to see the others.
        </Text>
      ) : null}
    </Section>
  );
}

/** Lists leads that may be the same person, so that they can be merged. */
export function DuplicatesPage() {
  const groups = useInfiniteQuery(duplicateGroupsQuery(useTenant()));
  return (
    <>
      <PageHeader title="Duplicates" description="Leads with the same email or phone may be the same person." />
      <LayoutTabs />
      <QueryState
        query={groups}
        isEmpty={isEmptyList}
        empty={<EmptyState title="No duplicates">No two leads have the same email or phone.</EmptyState>}
      >
        {({ pages }) => (
          <>
            <Stack gap="md">
              {pages
                .flatMap(({ data }) => data)
                .map((group) => (
                  <GroupSection key={group.leads[0]?.id} group={group} />
                ))}
            </Stack>
            <LoadMore query={groups} />
          </>
        )}
      </QueryState>
    </>
  );
}
