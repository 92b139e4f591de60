import { DateTime } from '../../components/date-time.js';
import { Money } from '../../components/money.js';
import { StatusBadge, toLabel } from '../../components/status-badge.js';
import { Fact } from './fact.js';
import classes from './fact.module.css';
import { useAgentNames } from './unit-queries.js';
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
