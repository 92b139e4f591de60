import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { components } from '../../../gen/api.js';

type Deal = components['schemas']['Deal'];

/** Related records of a deal or an invoice whose names describe the sale. */
export type SaleRelations = Pick<Deal, 'lead' | 'property' | 'unit'>;

/** Returns the name of the buyer. */
export function getBuyerName({ lead }: SaleRelations): string {
  return lead?.name ?? 'Erased lead';
}

/** Returns the names of the property and the unit, such as `Harbour Point · A-101`. */
export function getListingName({ property, unit }: SaleRelations): string {
  const names = [property?.name, unit?.name].filter((name) => name !== undefined);
  return names.length === 0 ? 'Deleted listing' : names.join(' · ');
}

interface SaleNameProps {
  readonly sale: SaleRelations;
  /** Shows the buyer's name as a link. */
  readonly renderBuyer?: (name: string) => ReactNode;
}

/** The buyer of a sale, with the property and the unit below. */
export function SaleName({ sale, renderBuyer = (name) => name }: SaleNameProps) {
  return (
    <Stack gap={0}>
      <Text component="span" size="sm">
        {renderBuyer(getBuyerName(sale))}
      </Text>
      <Text component="span" size="xs" c="dimmed">
        {getListingName(sale)}
      </Text>
    </Stack>
  );
}
