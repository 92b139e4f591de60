import { Alert, Button, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { useOpenRecord } from '../../ui/filters/use-open-record.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { useAgentNames } from '../people/use-agents.js';
import { BulkBar } from './bulk-bar.js';
import { GeneratorDialog } from './generator/generator-dialog.js';
import type { ListedUnit } from './listed-unit.js';
import { StackingPlan } from './stacking-plan.js';
import { matchesUnit } from './unit-filter.js';
import { UnitFilters } from './unit-filters.js';
import { UnitsTable } from './units-table.js';
import { unitsPerLoad, usePropertyUnits } from './use-property-units.js';
import { useSelection } from './use-selection.js';

const views = [
  { value: 'plan', label: 'Stacking plan' },
  { value: 'table', label: 'Table' },
] as const;

interface UnitsSectionProps {
  readonly propertyId: string;
  /** Currency of the property. Null means the workspace's currency. */
  readonly currency: string | null;
}

/** Shows a property's units as a plan or a table, with bulk actions. */
export function UnitsSection({ propertyId, currency }: UnitsSectionProps) {
  const { query, units, total, loadMore } = usePropertyUnits(propertyId);
  const { filters, setFilters } = useFilters();
  const { open } = useOpenRecord('unit');
  const mayWrite = useCan('manageListings');
  const agents = useAgentNames();
  const selection = useSelection();
  const view = filters['view'] === 'table' ? 'table' : 'plan';
  const isMatch = (unit: ListedUnit) => matchesUnit(unit, filters);
  const matching = units.filter(isMatch);
  const chosen = mayWrite ? selection : undefined;
  const [isGenerating, generator] = useDisclosure(false);
  const add = mayWrite ? (
    <>
      <Button variant="default" onClick={generator.open}>
        Generate units
      </Button>
      <Button onClick={() => open('new')}>Add a unit</Button>
    </>
  ) : undefined;
  return (
    <section aria-labelledby="units">
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3" id="units">
          Units
        </Title>
        <Group gap="xs">
          <SegmentedControl
            aria-label="View"
            data={[...views]}
            value={view}
            onChange={(next) => setFilters({ view: next })}
          />
          {units.length > 0 ? add : null}
        </Group>
      </Group>
      <QueryState
        query={query}
        isEmpty={() => units.length === 0}
        empty={
          <EmptyState title="No units yet" action={add && <Group>{add}</Group>}>
            Add the apartments, houses or plots that are for sale.
          </EmptyState>
        }
      >
        {() => (
          <>
            <UnitFilters units={units} />
            <Text size="sm" c="dimmed" mb="xs" role="status">
              {matching.length === units.length
                ? units.length === 1
                  ? '1 unit'
                  : `${formatNumber(units.length)} units`
                : `${formatNumber(matching.length)} of ${formatNumber(units.length)} units`}
            </Text>
            {loadMore === undefined ? null : (
              <Alert color="gray" mb="sm" title={`${formatNumber(units.length)} of ${formatNumber(total)} units`}>
                The plan, table, filters and selection include only these units.
                <Button size="xs" variant="default" mt="xs" display="block" onClick={loadMore}>
                  Load {formatNumber(unitsPerLoad)} more
                </Button>
              </Alert>
            )}
            {view === 'plan' ? (
              <StackingPlan units={units} isMatch={isMatch} onOpen={open} selection={chosen} />
            ) : (
              <UnitsTable units={matching} agents={agents} onOpen={open} selection={chosen} />
            )}
          </>
        )}
      </QueryState>
      {mayWrite ? <BulkBar propertyId={propertyId} units={units} isMatch={isMatch} selection={selection} /> : null}
      {mayWrite ? (
        <GeneratorDialog
          opened={isGenerating}
          propertyId={propertyId}
          currency={currency}
          units={units}
          onClose={generator.close}
        />
      ) : null}
    </section>
  );
}
