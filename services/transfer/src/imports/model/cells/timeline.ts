import { toPlainText } from '../../../formats/model/clean-text.js';
import type { Converted } from './cell-context.js';

const duration = /^(\d{1,3})(\.5)?[\s_-]?([a-z]+)\.?$/;
const months = new Set(['month', 'months', 'mo', 'mos', 'mth', 'mths', 'm']);
const years = new Set(['year', 'years', 'yr', 'yrs', 'y']);

/** Converts `3 months`, `3_month` and `1 year` to the API's form, such as `3_months`. */
export function convertTimeline(text: string): Converted {
  const [, whole = '', half = '', unit = ''] = duration.exec(toPlainText(text).toLowerCase()) ?? [];
  const perUnit = months.has(unit) ? 1 : years.has(unit) ? 12 : 0;
  const count = Number(`${whole}${half}`) * perUnit;
  if (Number.isInteger(count) && count >= 1 && count <= 999) return { value: `${count}_months` };
  return { fault: 'must be months or years, such as 3_months, 3 months or 1 year' };
}
