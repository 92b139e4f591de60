/** Position of a unit in a building. */
export interface UnitPlace {
  readonly floor: number;
  /** Position on the floor, starting at 1. */
  readonly position: number;
}

const token = /\{([^{}]*)\}/g;
const number = /^(floor|unit)(?::0([1-9]))?$/;

const letterCount = 26;

/** Converts a position to A to Z, then AA, AB and so on, like the columns of a spreadsheet. */
function toLetters(position: number): string {
  const letter = String.fromCharCode(65 + ((position - 1) % letterCount));
  const rest = Math.floor((position - 1) / letterCount);
  return rest === 0 ? letter : `${toLetters(rest)}${letter}`;
}

function writeToken(name: string, { floor, position }: UnitPlace): string | undefined {
  if (name === 'letter') return toLetters(position);
  const [, value, width = '1'] = number.exec(name) ?? [];
  if (value === undefined) return undefined;
  return String(value === 'floor' ? floor : position).padStart(Number(width), '0');
}

/** Returns the error of a pattern, or null if the pattern is valid. */
export function findPatternFault(pattern: string): string | null {
  if (pattern.trim() === '') return 'Enter a pattern, such as {floor}{unit:02}.';
  const names = [...pattern.matchAll(token)].map(([, name = '']) => name);
  const unknown = names.find((name) => writeToken(name, { floor: 1, position: 1 }) === undefined);
  if (unknown !== undefined) return `{${unknown}} is unknown. Use {floor}, {unit} or {letter}.`;
  if (/[{}]/.test(pattern.replaceAll(token, ''))) return 'Close each { with a }.';
  if (!names.some((name) => name === 'letter' || name.startsWith('unit'))) return 'Add {unit} or {letter}.';
  return null;
}

/**
 * Formats the number of a unit. In the pattern, `{floor}` and `{unit}` are numbers, `{unit:02}` has two digits, and
 * `{letter}` is the position as a letter.
 */
export function writeNumber(pattern: string, place: UnitPlace): string {
  return pattern.trim().replaceAll(token, (text, name: string) => writeToken(name, place) ?? text);
}
