import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { TextLink } from '../../ui/page/text-link.js';
import { LeadLink } from '../navigation/lead-link.js';
import { addDays } from '../tasks/task-periods.js';
import classes from './today.module.css';

interface ExpiringHoldsProps {
  readonly today: string;
  /** Agent whose holds are shown. Undefined to show all holds. */
  readonly agentId: string | undefined;
}

const shownHolds = 5;
/** Number of days after today within which a hold is about to end. */
const soonDays = 2;

function useExpiringHolds(before: string, agentId: string | undefined) {
  const { api, key } = useTenant();
  const filter = {
    status: ['active' as const],
    expires_before: before,
    ...(agentId === undefined ? {} : { agent_id: agentId }),
  };
  return useQuery({
    queryKey: [...key, 'holds', 'expiring', filter],
    queryFn: () => {
      const order = { sort: 'expires_at', order: 'asc', per_page: shownHolds } as const;
      const query = { ...filter, ...order, expand: ['unit' as const, 'lead' as const] };
      return readBody(api.GET('/v1/holds', { params: { query } }));
    },
  });
}

/** Holds that end soon, so that the agent can extend them or close the deal. Renders nothing if there are none. */
export function ExpiringHolds({ today, agentId }: ExpiringHoldsProps) {
  const [workspaceId, mode] = useTenant().key;
  const { data } = useExpiringHolds(addDays(today, soonDays), agentId);
  if (data === undefined || data.meta.total === 0) return null;
  const more = data.meta.total - data.data.length;
  return (
    <Section title="Holds that end soon">
      <ul className={classes.list}>
        {data.data.map(({ id, unit_id, property_id: propertyId, unit, lead, expires_at }) => (
          <li key={id} className={classes.who}>
            <TextLink
              to="/$workspaceId/$mode/properties/$propertyId"
              params={{ workspaceId, mode, propertyId }}
              search={{ unit: unit_id }}
              fw={600}
            >
              {unit?.name ?? 'A unit you can’t see'}
            </TextLink>
            <Text span size="sm">
              {lead ? (
                <>
                  for <LeadLink id={lead.id}>{lead.name}</LeadLink>,{' '}
                </>
              ) : null}
              until <DateTime value={expires_at} />
            </Text>
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <Text size="sm" c="dimmed" mt="xs">
          {formatNumber(more)} more
        </Text>
      ) : null}
    </Section>
  );
}
