import { Anchor, Badge, Group, Paper, Text } from '@mantine/core';
import { DateTime } from '../../ui/format/date-time.js';
import { Fact } from '../../ui/page/fact.js';
import classes from '../../ui/page/fact.module.css';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { UnitBars } from '../units/unit-bars.js';
import { getSoldShare, toListedProperty } from './listed-property.js';
import { PriceRange } from './price-range.js';
import type { Property } from './property-values.js';

/** Shows the details of a property. */
export function PropertyFacts({ property }: { readonly property: Property }) {
  const { counts, pricing } = toListedProperty(property);
  const { status, units_count, completion_date, location, description, features, media } = property;
  const share = getSoldShare(counts);
  const address = [location.address, location.country].filter(Boolean).join(', ');
  return (
    <Paper withBorder p="md">
      <dl className={classes.facts}>
        <Fact label="Status">
          <StatusBadge status={status} />
        </Fact>
        <Fact label="Units">{units_count}</Fact>
        <Fact label="Sold">{share === null ? '–' : `${share}%`}</Fact>
        <Fact label="Prices">
          <PriceRange pricing={pricing} counts={counts} />
        </Fact>
        <Fact label="Completion">
          <DateTime value={completion_date} format="date" />
        </Fact>
        {address === '' ? null : <Fact label="Address">{address}</Fact>}
      </dl>
      <UnitBars counts={counts} />
      {description === null ? null : (
        <Text mt="sm" className={classes.description}>
          {description}
        </Text>
      )}
      {features.length === 0 ? null : (
        <Group gap={6} mt="sm">
          {features.map((feature) => (
            <Badge key={feature} variant="outline" color="gray" tt="none" fw={500}>
              {feature}
            </Badge>
          ))}
        </Group>
      )}
      {media.virtual_tour === null ? null : (
        <Anchor href={media.virtual_tour} target="_blank" rel="noreferrer" size="sm" mt="sm" display="inline-block">
          Virtual tour ↗
        </Anchor>
      )}
    </Paper>
  );
}
