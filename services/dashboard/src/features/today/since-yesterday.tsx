import { Text } from '@mantine/core';
import { QueryState } from '../../ui/feedback/query-state.js';
import { TextSkeleton } from '../../ui/feedback/skeletons.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { LeadLink } from '../navigation/lead-link.js';
import { addDays } from '../tasks/task-periods.js';
import type { Happening } from './happening.js';
import { LeadsLink } from './leads-link.js';
import classes from './today.module.css';
import { useHappenings } from './use-happenings.js';

const Item = ({ count, text, values, search, leads }: Happening) => (
  <Text component="li" size="sm">
    <strong>{formatNumber(count)}</strong> {text}
    {values.length === 0
      ? null
      : ` (${values.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ')})`}
    {': '}
    {leads.map(({ id, name }, index) => (
      <span key={id}>
        {index === 0 ? null : ', '}
        <LeadLink id={id} underline="always">
          {name}
        </LeadLink>
      </span>
    ))}
    {count > leads.length ? ' and ' : null}
    <LeadsLink total={count} shown={leads.length} search={search} />
  </Text>
);

interface SinceYesterdayProps {
  readonly today: string;
  /** Agent whose leads are shown. Undefined to show all leads. */
  readonly agentId: string | undefined;
}

/** New leads, moves and sales since the start of yesterday. */
export function SinceYesterday({ today, agentId }: SinceYesterdayProps) {
  const query = useHappenings(addDays(today, -1), agentId);
  const empty = (
    <Text size="sm" c="dimmed">
      No new leads and no moves.
    </Text>
  );
  return (
    <Section title="Since yesterday">
      <QueryState
        query={query}
        loading={<TextSkeleton lines={3} />}
        isEmpty={({ length }) => length === 0}
        empty={empty}
      >
        {(happenings) => (
          <ul className={classes.list}>
            {happenings.map((one) => (
              <Item key={one.text} {...one} />
            ))}
          </ul>
        )}
      </QueryState>
    </Section>
  );
}
