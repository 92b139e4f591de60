/** Converts a code such as `under_construction` to a label such as `Under construction`. */
export function toLabel(code: string): string {
  if (code === 'api') return 'API';
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** An option of a select. */
export interface Choice<T extends string = string> {
  readonly value: T;
  readonly label: string;
}

/** Converts codes to the options of a select. */
export function toChoices<T extends string>(codes: readonly T[]): Choice<T>[] {
  return codes.map((value) => ({ value, label: toLabel(value) }));
}
