import { cleanPhone, isRoundedPhone } from '@plotline/kit/core/normalize-text';
import { joinLines, removeDirectionMarks, trimCell } from './clean-text.js';

export interface ParsedPhone {
  readonly value?: string;
  readonly fault?: string;
}

/**
 * Returns the first phone in a cell, without characters that a spreadsheet added. Refuses a number that a spreadsheet
 * has rounded.
 */
export function parsePhone(text: string): ParsedPhone {
  // Google separates the phones of a contact with colons.
  const [first = ''] = joinLines(removeDirectionMarks(text)).split(':::');
  // The apostrophe makes a spreadsheet keep a number as text.
  const phone = cleanPhone(trimCell(first).replace(/^'/, ''));
  if (isRoundedPhone(phone))
    return { fault: 'is not the whole number: a spreadsheet has rounded it; format the column as text' };
  return { value: phone };
}
