import { Button } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Section } from '../../ui/page/section.js';
import { describeValue, fieldLabels } from './describe-lead.js';
import classes from './lead-page.module.css';
import type { Lead } from './lead-queries.js';

interface LeadDetailsProps {
  readonly lead: Lead;
  readonly onEdit: () => void;
}

const shown = ['source', 'budget', 'timeline', 'notes'] as const;
const noNames = new Map<string, string>();

export function LeadDetails({ lead, onEdit }: LeadDetailsProps) {
  const edit = (
    <Button size="xs" variant="default" onClick={onEdit}>
      Edit
    </Button>
  );
  return (
    <Section title="Details" actions={useCan('write') ? edit : null}>
      <dl className={classes.facts}>
        {shown.map((field) => (
          <div key={field} className={classes.fact}>
            <dt>{fieldLabels[field]}</dt>
            <dd>{describeValue(field, lead[field], noNames)}</dd>
          </div>
        ))}
        <div className={classes.fact}>
          <dt>Last contacted</dt>
          <dd>
            <DateTime value={lead.last_contacted} />
          </dd>
        </div>
        <div className={classes.fact}>
          <dt>Created</dt>
          <dd>
            <DateTime value={lead.created_at} />
          </dd>
        </div>
        {lead.external_id === null ? null : (
          <div className={classes.fact}>
            <dt>External ID</dt>
            <dd>{lead.external_id}</dd>
          </div>
        )}
      </dl>
    </Section>
  );
}
