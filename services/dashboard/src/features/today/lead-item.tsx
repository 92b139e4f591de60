import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { ContactLinks } from '../../ui/page/contact-links.js';
import { LeadLink } from '../navigation/lead-link.js';
import type { TodayLead } from './lead-queries.js';
import classes from './today.module.css';

interface LeadItemProps {
  readonly lead: TodayLead;
  /** Button or field on the right. It replaces the contact details. */
  readonly action?: ReactNode;
}

/** Lead with its contact details, or with an action. */
export function LeadItem({ lead, action }: LeadItemProps) {
  const { id, name, email, phone, source, created_at } = lead;
  return (
    <li className={classes.lead}>
      <div className={classes.who}>
        <span>
          <LeadLink id={id} fw={600}>
            {name}
          </LeadLink>
          <Text span size="xs" c="dimmed">
            {' · '}
            {toLabel(source)}, <DateTime value={created_at} format="date" />
          </Text>
        </span>
        {action === undefined ? (
          <span className={classes.links}>
            <ContactLinks phone={phone} email={email} isCompact />
          </span>
        ) : null}
      </div>
      {action}
    </li>
  );
}
