import { formatNumber } from '../../ui/format/format-number.js';
import type { ListedUnit } from './listed-unit.js';

/** Formats a size as `118.5 sqm`, or as `118.5 sqm + 300 sqm land` if there is land. */
export function formatUnitSize({ interior, land, unit }: ListedUnit['size']): string {
  const label = unit === null ? '' : ` ${unit}`;
  const parts = [interior ? `${formatNumber(interior)}${label}` : '', land ? `${formatNumber(land)}${label} land` : ''];
  return parts.filter(Boolean).join(' + ') || '–';
}
