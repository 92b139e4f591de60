import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { UnitBars } from '../units/unit-bars.js';
import { Cover } from './cover.js';
import { getSoldShare, type ListedProperty } from './listed-property.js';
import { PriceRange } from './price-range.js';
import classes from './property-card.module.css';

/** Summarizes a property in the portfolio, and links to its page. */
export function PropertyCard({ property }: { readonly property: ListedProperty }) {
  const { id, name, type, status, place, cover, pricing, completionDate, counts } = property;
  const share = getSoldShare(counts);
  const [workspaceId, mode] = useTenant().key;
  return (
    <Card withBorder padding="md" className={classes.card} component="article">
      <Card.Section>
        <Cover name={name} cover={cover} />
      </Card.Section>
      <Title order={2} size="h4" mt="sm" className={classes.name}>
        <Link
          to="/$workspaceId/$mode/properties/$propertyId"
          params={{ workspaceId, mode, propertyId: id }}
          className={classes.link}
        >
          {name}
        </Link>
      </Title>
      <Text size="sm" c="dimmed">
        {place === '' ? 'No location yet' : place}
      </Text>
      <Group gap={6} my={6}>
        <StatusBadge status={status} />
        <Badge variant="outline" color="gray" tt="none" fw={500}>
          {toLabel(type)}
        </Badge>
      </Group>
      <Text fw={600}>
        <PriceRange pricing={pricing} counts={counts} />
      </Text>
      <Group justify="space-between" gap="xs" mb={6}>
        <Text size="sm" c="dimmed">
          Completion <DateTime value={completionDate} format="date" />
        </Text>
        {share === null ? null : <Text size="sm">{share}% sold</Text>}
      </Group>
      <UnitBars counts={counts} />
    </Card>
  );
}
