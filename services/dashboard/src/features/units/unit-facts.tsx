import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { Money } from '../../ui/format/money.js';
import { Fact } from '../../ui/page/fact.js';
import classes from '../../ui/page/fact.module.css';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { useAgentNames } from '../people/use-agents.js';
import { formatUnitSize } from './unit-size.js';
import type { Unit } from './unit-values.js';

/** Read-only details of a unit, for people who can't edit it. */
export function UnitFacts({ unit }: { readonly unit: Unit }) {
  const agents = useAgentNames();
  return (
    <dl className={classes.facts}>
      <Fact label="Status">
        <StatusBadge status={unit.status} />
      </Fact>
      <Fact label="Price">
        <Money {...unit.price} />
      </Fact>
      <Fact label="Type">{unit.type ?? '–'}</Fact>
      <Fact label="Bedrooms">{unit.bedrooms ?? '–'}</Fact>
      <Fact label="Bathrooms">{unit.bathrooms ?? '–'}</Fact>
      <Fact label="Size">{formatUnitSize(unit.size)}</Fact>
      <Fact label="Features">{unit.features.join(', ') || '–'}</Fact>
      <Fact label="Agent">{agents.get(unit.assigned_agent ?? '') ?? '–'}</Fact>
      <Fact label="Visibility">{toLabel(unit.visibility)}</Fact>
      <Fact label="Last changed">
        <DateTime value={unit.updated_at} />
      </Fact>
    </dl>
  );
}
