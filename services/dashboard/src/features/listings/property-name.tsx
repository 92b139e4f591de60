import { Text } from '@mantine/core';
import { useProperties } from './listing-queries.js';

/** Shows the name of a property. */
export function PropertyName({ id }: { readonly id: string }) {
  const properties = useProperties().data;
  return (
    <Text component="span" size="sm">
      {properties?.find((property) => property.id === id)?.name ?? id}
    </Text>
  );
}
