import { joinLines, removeDirectionMarks, trimCell } from './clean-text.js';

const scheme = /^(?:tel|p|ph|phone|mobile|mob|whatsapp)\s?:/i;
const asNumber = /^[+-]?\d+[.,]0+$/;
const scientific = /^[+-]?\d+(?:[.,]\d+)?e\+?\d{1,3}$/i;

export interface ParsedPhone {
  readonly value?: string;
  readonly fault?: string;
}

/**
 * Returns the phone in a text as it was written, without `tel:`, direction marks and the `.0` of a spreadsheet. Refuses
 * a number that a spreadsheet has rounded, such as 9.71501E+11.
 */
export function parsePhone(text: string): ParsedPhone {
  // Google separates several phones of a contact by colons.
  const [first = ''] = joinLines(removeDirectionMarks(text)).split(':::');
  const phone = trimCell(trimCell(first).replace(scheme, '').replace(/^'/, ''));
  if (scientific.test(phone))
    return { fault: 'is not the whole number: a spreadsheet has rounded it; format the column as text' };
  return { value: asNumber.test(phone) ? phone.replace(/[.,]0+$/, '') : phone };
}
