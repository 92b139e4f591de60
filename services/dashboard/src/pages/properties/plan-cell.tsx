import { toLabel } from '../../components/status-badge.js';
import { callUnit, type ListedUnit } from './listed-unit.js';
import classes from './stacking-plan.module.css';
import type { Selection } from './use-selection.js';

function formatCompact({ amount, currency }: ListedUnit['price']): string {
  const format = { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 2 } as const;
  return new Intl.NumberFormat(undefined, format).format(amount);
}

interface PlanCellProps {
  readonly unit: ListedUnit;
  readonly isMatch: boolean;
  /** Whether the Tab key stops here; arrow keys lead to the others. */
  readonly isStop: boolean;
  readonly onOpen: (id: string) => void;
  readonly selection: Selection | undefined;
}

/** A unit of the stacking plan. */
export function PlanCell({ unit, isMatch, isStop, onOpen, selection }: PlanCellProps) {
  const { id, status, price, bedrooms } = unit;
  const isSelected = selection?.ids.has(id) ?? false;
  return (
    <td className={classes.cell} data-status={isMatch ? status : undefined} data-selected={isSelected}>
      <button
        type="button"
        data-cell={id}
        className={classes.unit}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onOpen(id)}
      >
        <b>{callUnit(unit)}</b>
        {isSelected ? <span className="visually-hidden">Selected</span> : null}
        <span>{toLabel(status)}</span>
        <span>
          {formatCompact(price)}
          {bedrooms === null ? '' : ` · ${bedrooms} bd`}
        </span>
      </button>
      {selection === undefined ? null : (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.check}
          aria-label={`Select ${callUnit(unit)}`}
          checked={isSelected}
          onChange={({ currentTarget }) => selection.toggle([id], currentTarget.checked)}
        />
      )}
    </td>
  );
}
