import { Button, Text } from '@mantine/core';
import { useRef } from 'react';
import { stages } from '../../api/enums.js';
import { useCan, useOwnAgentId } from '../../api/workspace.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Section } from '../../ui/page/section.js';
import { AgentSelect } from '../people/agent-select.js';
import { LeadItem } from './lead-item.js';
import { noAgent, type TodayLead, useNewestLeads } from './lead-queries.js';
import { LeadsLink } from './leads-link.js';
import classes from './today.module.css';
import { useAssign } from './use-assign.js';

const openStages = stages.filter((stage) => stage !== 'won' && stage !== 'lost');

interface AssignProps {
  readonly lead: TodayLead;
  readonly onAssign: (agentId: string) => void;
}

/** Managers choose an agent. Agents assign the lead to themselves. */
function Assign({ lead, onAssign }: AssignProps) {
  const ownId = useOwnAgentId();
  const isManager = useCan('administer');
  if (!isManager) {
    return (
      <Button size="xs" variant="default" aria-label={`Take ${lead.name}`} onClick={() => onAssign(ownId)}>
        Take
      </Button>
    );
  }
  return (
    <AgentSelect
      size="xs"
      w={170}
      aria-label={`Agent for ${lead.name}`}
      placeholder="Assign to…"
      statuses={['active', 'invited']}
      value={null}
      onChange={(id) => {
        if (id !== null) onAssign(id);
      }}
    />
  );
}

/** Leads without an agent. Renders nothing if there are none. */
export function UnassignedLeads() {
  const { data } = useNewestLeads({ agent_id: noAgent, stage: [...openStages] });
  const assign = useAssign();
  const list = useRef<HTMLDivElement>(null);
  if (data === undefined || data.total === 0) return null;
  return (
    <Section title="Unassigned leads">
      <div ref={list} tabIndex={-1} className={classes.focus}>
        <Text size="sm" c="dimmed" mb="xs">
          Nobody takes care of them yet.
        </Text>
        <ul className={classes.list}>
          {data.leads.map((lead) => {
            const onAssign = (agentId: string) => {
              // Moves the focus, because the row disappears.
              list.current?.focus();
              assign({ lead, agentId });
            };
            return <LeadItem key={lead.id} lead={lead} action={<Assign lead={lead} onAssign={onAssign} />} />;
          })}
        </ul>
        <LeadsLink
          total={data.total}
          shown={data.leads.length}
          label={`Show all ${formatNumber(data.total)}`}
          search={{ agent_id: noAgent, stage: openStages.join(',') }}
        />
      </div>
    </Section>
  );
}
