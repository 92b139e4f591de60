import { Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { commissionsQuery } from '../commissions/commission-queries.js';
import { CommissionsTable } from '../commissions/commissions-table.js';
import { invoicesQuery } from '../invoices/invoice-queries.js';
import { InvoicesTable } from '../invoices/invoices-table.js';
import { PropertyName } from '../listings/property-name.js';
import { GroupPage } from '../navigation/group-page.js';
import { LeadLink } from '../navigation/lead-link.js';
import { AgentName } from '../people/agent-name.js';
import { type Deal, dealQuery } from './deal-queries.js';

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
    queryFn: () => readBody(api.GET('/v1/leads/{id}', { params: { path: { id } } })),
  });
  if (lead.error) return <span>{id}</span>;
  return <LeadLink id={id}>{lead.data?.data.name ?? id}</LeadLink>;
}

function UnitName({ id }: { readonly id: string }) {
  const { api, key } = useTenant();
  const unit = useQuery({
    queryKey: [...key, 'unit', id],
    queryFn: () => readBody(api.GET('/v1/units/{id}', { params: { path: { id } } })),
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
    <GroupPage group="deals" title="Deal" description={dealId}>
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
    </GroupPage>
  );
}
