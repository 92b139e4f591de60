import { ApiProblem, describeError, type FieldProblem } from '../../api/problem.js';
import { toLabel } from '../../ui/format/label.js';
import { getFieldLabel } from './field-labels.js';

/** Texts that replace the names of API options in the API's messages. Each key begins or ends at a separator. */
const replacements: readonly (readonly [api: string, screen: string])[] = [
  ['; value_map translates other values', ''],
  [': send number_format=1,234.56 or number_format=1.234,56', ': choose how numbers are written'],
  [': send date_order=dmy or date_order=mdy, or write', ': choose the order of dates, or write'],
  [', which number_format requires', ', as you chose'],
  ['in the order of date_order=dmy', 'with the day first'],
  ['in the order of date_order=mdy', 'with the month first'],
  ['in the order of date_order=ymd', 'with the year first'],
  [': send number_format.', '. Choose how numbers are written.'],
  [': send date_order.', '. Choose the order of dates.'],
  ['number_format says so.', 'You chose this.'],
  ['date_order says so.', 'You chose this.'],
];

const listStart = 'must be one of: ';

/** Replaces codes such as `walk_in` with their labels. */
function labelCodes(message: string): string {
  const start = message.indexOf(listStart);
  if (start < 0) return message;
  const codes = message.slice(start + listStart.length).split(', ');
  return message.slice(0, start) + listStart + codes.map(toLabel).join(', ');
}

/** Rewrites a message of the API, without the names of its options. */
export function toScreenWords(message: string): string {
  const words = replacements.reduce((text, [api, screen]) => text.replace(api, screen), message);
  return labelCodes(words);
}

/**
 * Returns the label of a field with an error, or an empty text for a whole row. A list item, such as `tags[2]`, has the
 * label of the list.
 */
export function getFaultLabel(field: string): string {
  return field === '' ? '' : getFieldLabel(field.replace(/\[\d+\]/, ''));
}

const sameContact = / has the same (?:email|phone)$/u;
const otherLead = /^the lead \S+/u;

/** Explains that another lead has the same contact as a row. The API names a stored lead by its id. */
function explainSameContact(message: string): string {
  const words = message.replace(otherLead, 'another lead');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explains an error of a row in one sentence. */
export function explainFault({ field, message }: FieldProblem): string {
  const label = getFaultLabel(field);
  if (sameContact.test(message)) return explainSameContact(message);
  return `${label === '' ? 'The row' : label} ${toScreenWords(message)}`;
}

function explainDetail({ field, message }: FieldProblem): string {
  const [option = '', ...path] = field.split('.');
  const words = toScreenWords(message);
  if (option === 'file') return `The file ${words}.`;
  if (option === 'sheet') return `The sheet ${words}.`;
  if (option === 'mapping' && path.length > 0) return `The column ${path.join('.')} ${words}.`;
  if (option === 'defaults' && path.length > 0) return `The default of ${getFieldLabel(path.join('.'))} ${words}.`;
  if (option === 'value_map') return `A replaced value ${words}.`;
  return `${getFaultLabel(field)} ${words}.`;
}

/** Explains why a file or its options were rejected, with one sentence for each error. */
export function explainImportProblem(error: unknown): readonly string[] {
  if (!(error instanceof ApiProblem) || error.details.length === 0) return [describeError(error)];
  return error.details.map(explainDetail);
}
