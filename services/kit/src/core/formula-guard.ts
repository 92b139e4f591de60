// Spreadsheets read a cell with this beginning as a formula. Some convert full-width characters to plain ones, so
// full-width characters match too. If `;` or a tab separates cells, a formula can begin after each separator or line
// break in a text, even inside quotes. Existing apostrophes before the character get one more, so that removing the
// guard restores the text.
const formula = /((?:^|[;\t\r\n])[ "]*)('*)(?=[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;\t\r\n])[ "]*)'('*)(?=[=+\-@＝＋－＠])/g;

/**
 * Adds an apostrophe before each possible formula in a text, so that no spreadsheet evaluates it. Works for any cell
 * separator.
 */
export function guardFormula(text: string): string {
  return text.replace(formula, "$1'$2");
}

/** Reverses `guardFormula`. */
export function unguardFormula(text: string): string {
  return text.replace(guardedFormula, '$1$2');
}
