import { formatCompactMoney } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { describeTimeLeft } from '../holds/time-left.js';
import { getUnitLabel, type ListedUnit } from './listed-unit.js';
import classes from './stacking-plan.module.css';
import type { Selection } from './use-selection.js';

interface PlanCellProps {
  readonly unit: ListedUnit;
  readonly isMatch: boolean;
  /** True for the one cell that Tab reaches. Arrow keys reach the other cells. */
  readonly isTabStop: boolean;
  readonly onOpen: (id: string) => void;
  readonly selection: Selection | undefined;
}

/** Shows until when a unit is held. Has no countdown, because the plan is read again when the hold ends. */
function HeldFor({ expiresAt }: { readonly expiresAt: string }) {
  const end = new Date(expiresAt);
  return <>Held, {describeTimeLeft(end.getTime() - Date.now())}</>;
}

export function PlanCell({ unit, isMatch, isTabStop, onOpen, selection }: PlanCellProps) {
  const { id, status, price, bedrooms, hold } = unit;
  const isSelected = selection?.ids.has(id) ?? false;
  return (
    <td className={classes.cell} data-status={isMatch ? status : undefined} data-selected={isSelected}>
      <button
        type="button"
        data-cell={id}
        className={classes.unit}
        tabIndex={isTabStop ? 0 : -1}
        onClick={() => onOpen(id)}
      >
        <b>{getUnitLabel(unit)}</b>
        {isSelected ? <span className="visually-hidden">Selected</span> : null}
        <span>{hold ? <HeldFor expiresAt={hold.expires_at} /> : toLabel(status)}</span>
        <span>
          {formatCompactMoney(price.amount, price.currency)}
          {bedrooms === null ? '' : ` · ${bedrooms} bd`}
        </span>
      </button>
      {selection === undefined ? null : (
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.check}
          aria-label={`Select ${getUnitLabel(unit)}`}
          checked={isSelected}
          onChange={({ currentTarget }) => selection.toggle([id], currentTarget.checked)}
        />
      )}
    </td>
  );
}
