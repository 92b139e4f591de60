import { endOfDay, isDay, startOfDay } from '../../core/time-zone.js';
import type { Parameter } from './document.js';

/**
 * Replaces each day in a bound of a time range (`x-day-bound`) by its first or last moment in the time zone, in place.
 * Timestamps stay as they are. The values have passed the contract's formats.
 */
export function resolveDayBounds(
  query: Record<string, unknown>,
  parameters: readonly Parameter[],
  timeZone: string,
): void {
  for (const { name, 'x-day-bound': bound } of parameters) {
    const value = query[name];
    if (bound === undefined || typeof value !== 'string' || !isDay(value)) continue;
    query[name] = (bound === 'start' ? startOfDay : endOfDay)(value, timeZone).toISOString();
  }
}
