// A spreadsheet takes a cell that begins so for a formula, also with a full-width character, which some turn into the plain one. Where `;` or a tab separates its cells it begins one after each of them in a
// text, and after a line break, whether or not the text is in quotes. Those with apostrophes before the character are guarded, too, so
// that taking off the guard gives the text that was written.
const formula = /((?:^|[;\t\r\n])[ "]*)('*)(?=[=+\-@＝＋－＠])/g;
const guardedFormula = /((?:^|[;\t\r\n])[ "]*)'('*)(?=[=+\-@＝＋－＠])/g;

/** The text of a cell that no spreadsheet evaluates, however it separates: an apostrophe comes before what would be a formula. */
export function guardFormula(text: string): string {
  return text.replace(formula, "$1'$2");
}

/** The reverse of `guardFormula`. */
export function unguardFormula(text: string): string {
  return text.replace(guardedFormula, '$1$2');
}
