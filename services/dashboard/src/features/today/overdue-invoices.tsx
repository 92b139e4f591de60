import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ApiClient, readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { TextLink } from '../../ui/page/text-link.js';
import classes from './today.module.css';

const shownInvoices = 5;

/** Returns the name of a lead. Returns undefined if the lead was deleted. */
async function readName(api: ApiClient, id: string): Promise<string | undefined> {
  const query = { fields: ['name' as const] };
  const call = readBody(api.GET('/v1/leads/{id}', { params: { path: { id }, query } }));
  return call.then(
    ({ data }) => data.name,
    () => undefined,
  );
}

function useOverdueInvoices() {
  const { api, key } = useTenant();
  return useQuery({
    queryKey: [...key, 'invoices', 'overdue'],
    queryFn: async () => {
      const query = { overdue: true, order: 'asc', per_page: shownInvoices } as const;
      const { data, meta } = await readBody(api.GET('/v1/invoices', { params: { query } }));
      const invoices = data.map(async (invoice) => ({ ...invoice, buyer: await readName(api, invoice.lead_id) }));
      return { invoices: await Promise.all(invoices), total: meta.total };
    },
  });
}

/** Overdue invoices of all agents, oldest first. Renders nothing if there are none. */
export function OverdueInvoices() {
  const [workspaceId, mode] = useTenant().key;
  const { data } = useOverdueInvoices();
  if (data === undefined || data.total === 0) return null;
  const { invoices, total } = data;
  return (
    <Section title="Overdue invoices">
      <ul className={classes.list}>
        {invoices.map(({ id, number, deal_id: dealId, balance, currency, due_on, buyer }) => (
          <li key={id} className={classes.who}>
            <TextLink to="/$workspaceId/$mode/deals/$dealId" params={{ workspaceId, mode, dealId }} fw={600}>
              {buyer === undefined ? number : `${buyer}, ${number}`}
            </TextLink>
            <Text span size="sm">
              {formatMoney(balance, currency)}, due <DateTime value={due_on} format="date" />
            </Text>
          </li>
        ))}
      </ul>
      {total > invoices.length ? (
        <TextLink to="/$workspaceId/$mode/deals/invoices" params={{ workspaceId, mode }}>
          {formatNumber(total - invoices.length)} more
        </TextLink>
      ) : null}
    </Section>
  );
}
