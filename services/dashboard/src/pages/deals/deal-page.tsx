import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { LeadLink } from '../../components/lead-link.js';
import { Money } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { QueryState } from '../../components/query-state.js';
import { StatusBadge } from '../../components/status-badge.js';
import { CommissionsTable } from './commissions-table.js';
import { DealTabs } from './deal-tabs.js';
import { InvoicesTable } from './invoices-table.js';
import { AgentName, PropertyName } from './record-name.js';
import { commissionsQuery, type Deal, dealQuery, invoicesQuery } from './sale-queries.js';

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={140}>
        {label}
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}

/** Links to the lead by its name. Falls back to the id if the lead was erased or the person can't see it. */
function LeadName({ id }: { readonly id: string }) {
  const { api, key } = useTenant();
  const lead = useQuery({
    queryKey: [...key, 'lead', id],
    queryFn: () => answerOf(api.GET('/v1/leads/{id}', { params: { path: { id } } })),
  });
  if (lead.error) return <span>{id}</span>;
  return <LeadLink id={id}>{lead.data?.data.name ?? id}</LeadLink>;
}

function UnitName({ id }: { readonly id: string }) {
  const { api, key } = useTenant();
  const unit = useQuery({
    queryKey: [...key, 'unit', id],
    queryFn: () => answerOf(api.GET('/v1/units/{id}', { params: { path: { id } } })),
  });
  const data = unit.data?.data;
  return <span>{data === undefined ? id : (data.unit_number ?? data.name)}</span>;
}

function Facts({ value, currency, commission, status, ...deal }: Deal) {
  return (
    <Paper withBorder p="md" maw={640}>
      <Table withRowBorders={false}>
        <Table.Tbody>
          <Fact label="Value">
            <Money amount={value} currency={currency} />
          </Fact>
          <Fact label="Commission">
            <Money amount={commission} currency={currency} />
          </Fact>
          <Fact label="Lead">
            <LeadName id={deal.lead_id} />
          </Fact>
          <Fact label="Property">
            <PropertyName id={deal.property_id} />
          </Fact>
          {deal.unit_id === null ? null : (
            <Fact label="Unit">
              <UnitName id={deal.unit_id} />
            </Fact>
          )}
          <Fact label="Agent">
            <AgentName id={deal.agent_id} />
          </Fact>
          <Fact label="Closed">
            <DateTime value={deal.closed_at} />
          </Fact>
          {deal.cancelled_at === null ? null : (
            <Fact label="Cancelled">
              <DateTime value={deal.cancelled_at} />
            </Fact>
          )}
          <Fact label="Status">
            <StatusBadge status={status} />
          </Fact>
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

/** A deal with its invoice and commission. */
export function DealPage() {
  const tenant = useTenant();
  const { dealId = '' } = useParams({ strict: false });
  const deal = useQuery(dealQuery(tenant, dealId));
  const invoices = useInfiniteQuery(invoicesQuery(tenant, {}, dealId));
  const commissions = useInfiniteQuery(commissionsQuery(tenant, {}, dealId));
  return (
    <>
      <PageHeader title="Deal" description={dealId} />
      <DealTabs />
      <QueryState query={deal}>
        {({ data }) => (
          <Stack gap="lg">
            <Facts {...data} />
            <section aria-label="Invoice">
              <Group mb="xs">
                <Title order={2} size="h4">
                  Invoice
                </Title>
                <Text size="sm" c="dimmed">
                  For the deal value
                </Text>
              </Group>
              <InvoicesTable query={invoices} />
            </section>
            <section aria-label="Commission">
              <Title order={2} size="h4" mb="xs">
                Commission
              </Title>
              <CommissionsTable query={commissions} />
            </section>
          </Stack>
        )}
      </QueryState>
    </>
  );
}
