import { Group, NativeSelect } from '@mantine/core';
import { dateOrders, numberFormats, type ReadingOptions } from './reading-options.js';

interface NotationFieldsProps {
  readonly reading: ReadingOptions;
  readonly onChange: (changes: Partial<ReadingOptions>) => void;
}

const numberLabels = {
  auto: 'Let each column show it',
  '1,234.56': '1,234.56 – decimal point',
  '1.234,56': '1.234,56 – decimal comma',
} as const;

const dateLabels = {
  auto: 'Let each column show it',
  dmy: '25/11/2026 – day first',
  mdy: '11/25/2026 – month first',
  ymd: '2026/11/25 – year first',
} as const;

/** Fields that choose how the file writes numbers and dates. */
export function NotationFields({ reading: { numberFormat, dateOrder }, onChange }: NotationFieldsProps) {
  return (
    <Group gap="md" align="flex-start">
      <NativeSelect
        label="How numbers are written"
        w={260}
        maw="100%"
        value={numberFormat}
        data={numberFormats.map((value) => ({ value, label: numberLabels[value] }))}
        onChange={({ currentTarget }) =>
          onChange({ numberFormat: numberFormats.find((one) => one === currentTarget.value) ?? 'auto' })
        }
      />
      <NativeSelect
        label="Order of dates"
        w={260}
        maw="100%"
        value={dateOrder}
        data={dateOrders.map((value) => ({ value, label: dateLabels[value] }))}
        onChange={({ currentTarget }) =>
          onChange({ dateOrder: dateOrders.find((one) => one === currentTarget.value) ?? 'auto' })
        }
      />
    </Group>
  );
}
