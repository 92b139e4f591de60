import { Text } from '@mantine/core';
import { formatNumber } from '../../ui/format/format-number.js';

interface MoreCountProps {
  readonly total: number;
  readonly shown: number;
}

/** Says how many records a short list leaves out. */
export function MoreCount({ total, shown }: MoreCountProps) {
  if (total <= shown) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {formatNumber(total - shown)} more
    </Text>
  );
}
