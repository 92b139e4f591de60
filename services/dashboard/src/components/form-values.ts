/** What a field for a number has: a text while it is empty or being typed. */
export type NumberField = number | string;

/** Null where the field of a form is empty. */
export function toText(value: string): string | null {
  return value.trim() === '' ? null : value.trim();
}

/** As of texts. */
export function toNumber(value: NumberField): number | null {
  return value === '' ? null : Number(value);
}
