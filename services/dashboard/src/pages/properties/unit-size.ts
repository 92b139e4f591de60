import type { ListedUnit } from './listed-unit.js';

/** Formats a size as `118.5 sqm`, or with land as `118.5 sqm + 300 sqm land`. */
export function formatUnitSize({ interior, land, unit }: ListedUnit['size']): string {
  const format = new Intl.NumberFormat();
  const label = unit === null ? '' : ` ${unit}`;
  const parts = [
    interior ? `${format.format(interior)}${label}` : '',
    land ? `${format.format(land)}${label} land` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '–';
}
