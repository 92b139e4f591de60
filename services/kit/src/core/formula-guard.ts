// Spreadsheets read a cell with this beginning as a formula. Some convert a full-width character to the plain one, so
// full-width characters match too. If `;` or a tab separates cells, a formula can begin after each separator in a text,
// and after each line break, whether or not the text is in quotes. Apostrophes before the character are guarded too, so
// that removing the guard restores the text.
const formula = /((?:^|[;\t\r\n])[ "]*)('*)(?=[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;\t\r\n])[ "]*)'('*)(?=[=+\-@＝＋－＠])/g;

/**
 * Returns a text that no spreadsheet evaluates, with any separator: puts an apostrophe before each possible formula.
 */
export function guardFormula(text: string): string {
  return text.replace(formula, "$1'$2");
}

/** Reverses `guardFormula`. */
export function unguardFormula(text: string): string {
  return text.replace(guardedFormula, '$1$2');
}
