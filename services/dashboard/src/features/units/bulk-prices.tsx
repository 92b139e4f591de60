import { Button, Group, List, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { Money } from '../../ui/format/money.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { type BulkChange, createPriceChange } from './bulk-change.js';
import { getUnitLabel, type ListedUnit } from './listed-unit.js';
import { changePrice, findPriceFault, type PriceChange } from './price-change.js';

const kinds = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Amount' },
  { value: 'fixed', label: 'Fixed price' },
] as const satisfies readonly { value: PriceChange['kind']; label: string }[];

const labels = {
  percent: 'Change by (%)',
  amount: 'Change by',
  fixed: 'New price',
} as const satisfies Record<PriceChange['kind'], string>;

const shownUnits = 4;

interface BulkPricesProps {
  readonly opened: boolean;
  readonly units: readonly ListedUnit[];
  readonly onClose: () => void;
  readonly onStart: (change: BulkChange) => void;
}

function PricesForm({ units, onStart }: Omit<BulkPricesProps, 'opened' | 'onClose'>) {
  const { api } = useTenant();
  const [kind, setKind] = useState<PriceChange['kind']>('percent');
  const [value, setValue] = useState<number | string>('');
  const [roundTo, setRoundTo] = useState(100);
  const change = { kind, value: Number(value), roundTo };
  const isNumber = value !== '' && Number.isFinite(change.value);
  const fault = isNumber
    ? findPriceFault(
        units.map(({ price }) => price.amount),
        change,
      )
    : null;
  const isReady = isNumber && fault === null;
  const amounts = new Map(units.map(({ id, price }) => [id, changePrice(price.amount, change)]));
  const label = units.length === 1 ? 'Change 1 price' : `Change ${units.length} prices`;
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="Type of change"
        data={[...kinds]}
        value={kind}
        onChange={(next) => setKind(kinds.find((one) => one.value === next)?.value ?? 'percent')}
      />
      <Group grow>
        <AmountInput
          label={labels[kind]}
          {...(kind === 'fixed' ? {} : { description: 'Enter a negative number to lower prices.' })}
          value={value}
          onChange={setValue}
          min={undefined}
          error={fault}
          suffix={kind === 'percent' ? ' %' : ''}
          data-autofocus
        />
        <NativeSelect
          label="Round to"
          data={[
            { value: '0.01', label: 'Cents' },
            ...[1, 100, 1_000].map((step) => ({ value: String(step), label: formatNumber(step) })),
          ]}
          value={String(roundTo)}
          onChange={({ currentTarget }) => setRoundTo(Number(currentTarget.value))}
        />
      </Group>
      <List size="sm" listStyleType="none" aria-label="New prices">
        {units.slice(0, shownUnits).map((unit) => (
          <List.Item key={unit.id}>
            <b>{getUnitLabel(unit)}</b>: <Money {...unit.price} />
            {isReady ? (
              <>
                {' → '}
                <Money amount={amounts.get(unit.id)} currency={unit.price.currency} />
              </>
            ) : null}
          </List.Item>
        ))}
      </List>
      {units.length > shownUnits ? (
        <Text size="xs" c="dimmed">
          and {units.length - shownUnits} more
        </Text>
      ) : null}
      <Group justify="flex-end">
        <Button disabled={!isReady} onClick={() => onStart(createPriceChange(api, amounts, 'Change prices'))}>
          {label}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks how to change the units' prices, and previews the new prices. */
export function BulkPrices({ opened, onClose, ...rest }: BulkPricesProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Change prices">
      <PricesForm {...rest} />
    </FormModal>
  );
}
