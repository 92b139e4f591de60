/** Whether databases store a text unchanged: none stores half a surrogate pair, and not all store NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
