const isDigit = /\p{Nd}/u;

/** The digits of a script stand in a row from 0 to 9, rows next to each other or apart. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The digits of a phone number, by which phones are compared: 0 to 9, in whatever script they were written. */
export function digitsOf(phone: string | null): string {
  return (phone ?? '').replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, digitOf);
}
