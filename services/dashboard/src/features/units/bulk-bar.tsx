import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { unitStatuses, unitVisibilities } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { toLabel } from '../../ui/format/label.js';
import classes from './bulk-bar.module.css';
import { type BulkChange, createStatusChange, createVisibilityChange } from './bulk-change.js';
import { BulkDialog } from './bulk-dialog.js';
import { BulkPrices } from './bulk-prices.js';
import type { ListedUnit } from './listed-unit.js';
import { useBulkRun } from './use-bulk-run.js';
import type { Selection } from './use-selection.js';

interface BulkBarProps {
  readonly propertyId: string;
  readonly units: readonly ListedUnit[];
  readonly isMatch: (unit: ListedUnit) => boolean;
  readonly selection: Selection;
}

interface ChoiceMenuProps<T extends string> {
  readonly label: string;
  readonly choices: readonly T[];
  readonly onChoose: (choice: T) => void;
}

function ChoiceMenu<T extends string>({ label, choices, onChoose }: ChoiceMenuProps<T>) {
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice} onClick={() => onChoose(choice)}>
            {toLabel(choice)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Actions for the selected units. */
export function BulkBar({ propertyId, units, isMatch, selection }: BulkBarProps) {
  const { api } = useTenant();
  const run = useBulkRun(propertyId);
  const [isOpen, { open, close }] = useDisclosure(false);
  const selected = units.filter(({ id }) => selection.ids.has(id));
  const hidden = selected.filter((unit) => !isMatch(unit)).length;
  const start = (change: BulkChange) => run.start(change, selected);
  return (
    <>
      <BulkDialog run={run} />
      {selected.length === 0 ? null : (
        <Paper withBorder shadow="md" p="xs" className={classes.bar} role="region" aria-label="Selected units">
          <Group gap="xs">
            <Text size="sm" fw={600} role="status">
              {selected.length} selected{hidden === 0 ? '' : `, ${hidden} hidden by filters`}
            </Text>
            <ChoiceMenu
              label="Set status"
              choices={unitStatuses}
              onChoose={(status) => start(createStatusChange(api, status, `Set to ${toLabel(status).toLowerCase()}`))}
            />
            <Button size="xs" variant="default" onClick={open}>
              Change prices
            </Button>
            <ChoiceMenu
              label="Set visibility"
              choices={unitVisibilities}
              onChoose={(to) =>
                start(createVisibilityChange(api, to, `Set visibility to ${toLabel(to).toLowerCase()}`))
              }
            />
            <Button size="xs" variant="subtle" onClick={selection.clear}>
              Clear selection
            </Button>
          </Group>
        </Paper>
      )}
      <BulkPrices
        opened={isOpen}
        units={selected}
        onClose={close}
        onStart={(change) => {
          close();
          start(change);
        }}
      />
    </>
  );
}
