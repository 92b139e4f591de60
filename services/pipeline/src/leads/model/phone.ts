import { toAsciiDigits } from './phone-identity.js';

/** Invisible marks that copied text has around numbers between right-to-left words. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Put before a phone by links and exports of lead forms. */
const label = /^(?:tel|p):/i;

/** A spreadsheet has stored the phone as a number. */
const decimalZero = /^(\+?\p{Nd}+)\.0+$/u;

/** Returns the phone as a person would write it, without what other programs have added. */
export function cleanPhone(phone: string): string {
  const plain = phone.replaceAll(directionMarks, '').trim();
  return plain.replace(label, '').trim().replace(decimalZero, '$1');
}

/** Whether a spreadsheet has written the phone as 9.71501E+11: some of its digits are lost. */
export function isRounded(phone: string): boolean {
  return /^[+-]?[0-9]+(?:[.,][0-9]+)?e[+-]?[0-9]+$/i.test(toAsciiDigits(cleanPhone(phone)));
}
