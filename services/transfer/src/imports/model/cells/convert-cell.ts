import { joinLines, toPlainText } from '../../../formats/model/clean-text.js';
import { findCurrency } from '../../../formats/model/currency-name.js';
import { parseList, parseUrls } from '../../../formats/model/list-text.js';
import { parseArea } from '../../../formats/model/parse-area.js';
import { parseDate, parseDateTime } from '../../../formats/model/parse-date.js';
import { parseDegrees } from '../../../formats/model/parse-degrees.js';
import { parseEmail } from '../../../formats/model/parse-email.js';
import { parseMoney } from '../../../formats/model/parse-money.js';
import { parsePhone } from '../../../formats/model/parse-phone.js';
import { parseRooms } from '../../../formats/model/parse-rooms.js';
import type { FieldType } from '../import-fields.js';
import type { ColumnContext, Convert } from './cell-context.js';
import { createEnumerationConversion } from './enumeration.js';
import { convertTimeline } from './timeline.js';

/**
 * Returns the code for a sign or short name of a currency. Returns other texts unchanged, and the service then refuses
 * them.
 */
function toCurrencyCode(text: string): string {
  const plain = toPlainText(text);
  return findCurrency(plain)?.[0] ?? plain;
}

/** Creates the function that converts the cells of a column for a field. */
export function createConversion(type: FieldType, { number, date, unit }: ColumnContext): Convert {
  switch (type.kind) {
    case 'text':
    case 'name':
      return (text) => ({ value: joinLines(text) });
    case 'long-text':
      return (text) => ({ value: text });
    case 'email':
      return (text) => ({ value: parseEmail(text) });
    case 'phone':
      return parsePhone;
    case 'timeline':
      return convertTimeline;
    case 'currency':
      return (text) => ({ value: toCurrencyCode(text) });
    case 'enumeration':
      return createEnumerationConversion(type.values);
    case 'list':
      return (text) => ({ value: parseList(text) });
    case 'urls':
      return (text) => ({ value: parseUrls(text) });
    case 'date':
      return (text) => parseDate(toPlainText(text), date);
    case 'date-time':
      return (text) => parseDateTime(toPlainText(text), date);
    case 'rooms':
      return (text) => parseRooms(toPlainText(text), { ...type, ...number });
    case 'degrees':
      return (text) => parseDegrees(toPlainText(text), { ...type, ...number });
    case 'money':
      return (text) => parseMoney(toPlainText(text), { ...type, ...number });
    case 'area':
      return (text) => parseArea(toPlainText(text), { ...type, ...number, unit });
  }
}
