// A spreadsheet takes a cell that begins so for a formula. Those with apostrophes before it are guarded, too, so that taking off
// the guard gives the text that was written.
const formula = /^'*[=+\-@\t\r]/;
const guardedFormula = /^''*[=+\-@\t\r]/;

/** The text of a cell that no spreadsheet evaluates: an apostrophe comes before what would be a formula. */
export function guardFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The reverse of `guardFormula`. */
export function unguardFormula(text: string): string {
  return guardedFormula.test(text) ? text.slice(1) : text;
}
