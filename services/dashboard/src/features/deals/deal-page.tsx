import { Paper, Stack, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { DownloadButton } from '../../ui/page/download-button.js';
import { Fact } from '../../ui/page/fact.js';
import factClasses from '../../ui/page/fact.module.css';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { commissionsQuery } from '../commissions/commission-queries.js';
import { CommissionsTable } from '../commissions/commissions-table.js';
import { RecordDocuments } from '../documents/record-documents.js';
import { invoicesQuery } from '../invoices/invoice-queries.js';
import { InvoicesTable } from '../invoices/invoices-table.js';
import { getBuyerName, getListingName } from '../invoices/sale-name.js';
import { GroupPage } from '../navigation/group-page.js';
import { LeadLink } from '../navigation/lead-link.js';
import { AgentName } from '../people/agent-name.js';
import { getDealBalance } from './deal-balance.js';
import { type Deal, dealQuery, readStatement } from './deal-queries.js';
import { DealProgress, DealSchedule } from './deal-schedule.js';

function Facts({ deal }: { readonly deal: Deal }) {
  const { value, currency, commission, status } = deal;
  return (
    <Paper withBorder p="md">
      <dl className={factClasses.facts}>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="Value">
          <Money amount={value} currency={currency} />
        </Fact>
        <Fact label="Balance">
          <Money amount={getDealBalance(deal)} currency={currency} />
        </Fact>
        <Fact label="Commission">
          <Money amount={commission} currency={currency} />
        </Fact>
        <Fact label="Buyer">
          {deal.lead ? <LeadLink id={deal.lead_id}>{deal.lead.name}</LeadLink> : getBuyerName(deal)}
        </Fact>
        <Fact label="Property">{deal.property?.name ?? 'Deleted property'}</Fact>
        {deal.unit_id === null ? null : <Fact label="Unit">{deal.unit?.name ?? 'Deleted or hidden unit'}</Fact>}
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
      </dl>
    </Paper>
  );
}

/** Buttons that download the statement of a deal. */
function StatementButtons({ dealId }: { readonly dealId: string }) {
  const tenant = useTenant();
  return (
    <>
      {(['pdf', 'csv'] as const).map((format) => (
        <DownloadButton
          key={format}
          size="sm"
          label={`Statement (${format.toUpperCase()})`}
          fileName={`statement-${dealId}.${format}`}
          read={() => readStatement(tenant, dealId, format)}
        />
      ))}
    </>
  );
}

/** A deal with its schedule, invoices and commission. */
export function DealPage() {
  const tenant = useTenant();
  const { dealId = '' } = useParams({ strict: false });
  const deal = useQuery(dealQuery(tenant, dealId));
  const invoices = useInfiniteQuery(invoicesQuery(tenant, {}, dealId));
  const commissions = useInfiniteQuery(commissionsQuery(tenant, {}, dealId));
  const sale = deal.data?.data;
  return (
    <GroupPage
      group="deals"
      title={sale === undefined ? 'Deal' : getBuyerName(sale)}
      description={sale && getListingName(sale)}
      actions={sale && <StatementButtons dealId={dealId} />}
    >
      <QueryState query={deal}>
        {({ data }) => (
          <Stack gap="lg">
            <Facts deal={data} />
            <section aria-label="Schedule">
              <Title order={2} size="h4" mb="xs">
                Schedule
              </Title>
              <Stack gap="sm">
                <DealProgress deal={data} />
                <DealSchedule dealId={data.id} />
              </Stack>
            </section>
            <RecordDocuments filter={{ deal_id: data.id }} subject={{ type: 'deal', id: data.id }} />
            <section aria-label="Invoices">
              <Title order={2} size="h4" mb="xs">
                Invoices
              </Title>
              <InvoicesTable query={invoices} isOfDeal />
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
