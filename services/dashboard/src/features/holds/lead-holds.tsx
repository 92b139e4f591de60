import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Stage } from '../../api/enums.js';
import { useCan } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { Section } from '../../ui/page/section.js';
import { HoldLine } from './hold-line.js';
import { useOpenHolds } from './hold-queries.js';

// The code is loaded when the dialog opens.
const HoldUnitDialog = lazy(async () => ({ default: (await import('./hold-unit-dialog.js')).HoldUnitDialog }));

interface LeadHoldsProps {
  readonly lead: { readonly id: string; readonly name: string; readonly stage: Stage };
}

/**
 * Lists the units that are held for a lead or that the lead waits for. Renders nothing for a closed lead without such
 * units.
 */
export function LeadHolds({ lead }: LeadHoldsProps) {
  const holds = useOpenHolds({ lead_id: lead.id });
  const mayWrite = useCan('write');
  const [isHolding, setHolding] = useState(false);
  const isClosed = lead.stage === 'won' || lead.stage === 'lost';
  if (isClosed && !holds.data?.length) return null;
  const hold = (
    <Button size="xs" variant="default" onClick={() => setHolding(true)}>
      Hold a unit
    </Button>
  );
  return (
    <Section title="Holds" actions={mayWrite && !isClosed ? hold : null}>
      <QueryState
        query={holds}
        isEmpty={(data) => data.length === 0}
        empty={<Text size="sm">No unit is held for this lead.</Text>}
      >
        {(data) => (
          <Stack gap="md">
            {data.map((one) => (
              <HoldLine
                key={one.id}
                hold={one}
                name={one.unit?.name ?? 'unit'}
                subject={
                  <Text size="sm" fw={600}>
                    {one.unit?.name ?? "A unit that you can't see"}
                  </Text>
                }
              />
            ))}
          </Stack>
        )}
      </QueryState>
      <Suspense>{isHolding ? <HoldUnitDialog lead={lead} onClose={() => setHolding(false)} /> : null}</Suspense>
    </Section>
  );
}
