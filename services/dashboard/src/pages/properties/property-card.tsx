import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { formatMoney } from '../../components/money.js';
import { StatusBadge, toLabel } from '../../components/status-badge.js';
import { Cover } from './cover.js';
import { describeNoRange, type ListedProperty } from './listed-property.js';
import classes from './property-card.module.css';
import { UnitBars } from './unit-bars.js';

/** Returns the router target of a property's page. */
export function toProperty({ key: [workspaceId, mode] }: Tenant, propertyId: string) {
  return {
    to: '/$workspaceId/$mode/properties/$propertyId',
    params: { workspaceId, mode, propertyId },
  } as const;
}

/** Shows a property's prices, such as `$200,000 – $800,000` or `from $200,000`. */
export function PriceRange({ pricing, counts }: Pick<ListedProperty, 'pricing' | 'counts'>) {
  const { currency, min_price, max_price } = pricing;
  if (currency === null || (min_price === null && max_price === null)) return <span>{describeNoRange(counts)}</span>;
  if (max_price === null) return <span>from {formatMoney(min_price ?? 0, currency)}</span>;
  if (min_price === null) return <span>up to {formatMoney(max_price, currency)}</span>;
  return (
    <span>
      {formatMoney(min_price, currency)} – {formatMoney(max_price, currency)}
    </span>
  );
}

/** Returns the percentage of sold units among those that can be sold; null without such units. */
export function getSoldShare({ available, reserved, sold }: ListedProperty['counts']): number | null {
  const all = available + reserved + sold;
  return all === 0 ? null : Math.round((sold / all) * 100);
}

export function PropertyCard({ property }: { readonly property: ListedProperty }) {
  const { id, name, type, status, place, cover, pricing, completionDate, counts } = property;
  const share = getSoldShare(counts);
  const tenant = useTenant();
  return (
    <Card withBorder padding="md" className={classes.card} component="article">
      <Card.Section>
        <Cover name={name} cover={cover} />
      </Card.Section>
      <Title order={2} size="h4" mt="sm" className={classes.name}>
        <Link {...toProperty(tenant, id)} className={classes.link}>
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
