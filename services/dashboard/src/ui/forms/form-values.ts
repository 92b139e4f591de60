/** Value of a number field, which is a string while it is empty or incomplete. */
export type NumberField = number | string;

/** Trims a field's text. Returns null if nothing is left. */
export function toText(value: string): string | null {
  return value.trim() === '' ? null : value.trim();
}

/** Converts a number field's value. Returns null for an empty field. */
export function toNumber(value: NumberField): number | null {
  return value === '' ? null : Number(value);
}
