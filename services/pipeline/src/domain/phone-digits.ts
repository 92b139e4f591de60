const isDigit = /\p{Nd}/u;

/** Unicode has the digits of each script in a row from 0 to 9; rows of two scripts may be adjacent. */
function toAsciiDigit(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** The digits of a phone number as 0 to 9, whatever their script. Phones are compared by them. */
export function extractDigits(phone: string | null): string {
  return (phone ?? '').replaceAll(/\P{Nd}/gu, '').replaceAll(/[^0-9]/gu, toAsciiDigit);
}
