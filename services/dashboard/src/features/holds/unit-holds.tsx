import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { LeadLink } from '../navigation/lead-link.js';
import { HoldLine } from './hold-line.js';
import { useOpenHolds } from './hold-queries.js';

// The code is loaded when the dialog opens.
const HoldForLeadDialog = lazy(async () => ({
  default: (await import('./hold-for-lead-dialog.js')).HoldForLeadDialog,
}));

interface UnitHoldsProps {
  readonly unit: { readonly id: string; readonly label: string; readonly currency: string; readonly status: string };
}

/** Shows for whom a unit is held and who waits for it. Renders nothing for a unit that can't be held. */
export function UnitHolds({ unit }: UnitHoldsProps) {
  const holds = useOpenHolds({ unit_id: unit.id });
  const mayWrite = useCan('write');
  const [isHolding, setHolding] = useState(false);
  if (unit.status !== 'available' && unit.status !== 'reserved') return null;
  const isHeld = holds.data?.some(({ status }) => status === 'active') ?? false;
  return (
    <section aria-labelledby="holds">
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h5" id="holds">
          Holds
        </Title>
        {mayWrite ? (
          <Button size="xs" variant="default" onClick={() => setHolding(true)}>
            {isHeld ? 'Queue a lead' : 'Hold for a lead'}
          </Button>
        ) : null}
      </Group>
      <QueryState
        query={holds}
        isEmpty={(data) => data.length === 0}
        empty={
          <Text size="sm" c="dimmed">
            Nobody holds this unit.
          </Text>
        }
      >
        {(data) => (
          <Stack gap="md">
            {data.map((hold) => (
              <HoldLine
                key={hold.id}
                hold={hold}
                name={hold.lead?.name ?? 'lead'}
                subject={<LeadLink id={hold.lead_id}>{hold.lead?.name ?? 'Lead'}</LeadLink>}
              />
            ))}
          </Stack>
        )}
      </QueryState>
      <Suspense>{isHolding ? <HoldForLeadDialog unit={unit} onClose={() => setHolding(false)} /> : null}</Suspense>
    </section>
  );
}
