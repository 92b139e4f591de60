import type { ListedUnit } from './listed-unit.js';

/** `118.5 sqm`, with the land where there is some: `118.5 + 300 sqm land`. */
export function formatUnitSize({ interior, land, unit }: ListedUnit['size']): string {
  const format = new Intl.NumberFormat();
  const label = unit === null ? '' : ` ${unit}`;
  const parts = [
    interior ? `${format.format(interior)}${label}` : '',
    land ? `${format.format(land)}${label} land` : '',
  ];
  return parts.filter(Boolean).join(' + ') || '–';
}
