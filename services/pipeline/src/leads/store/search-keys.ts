/**
 * Distance between the positions of a word at which keys begin. Keys at all positions would double the cost of a write.
 * With every third position, a word of three letters could begin too far from the start of a key to be found.
 */
const stride = 2;
/** Maximum number of symbols in a key. The rest of a longer word is matched against the text. */
const maxKeyLength = 12;
/** Minimum length of a word with keys. Shorter words have none, because nearly every lead contains them. */
const minKeyLength = 3;
/** Maximum length of words that are also looked up with each symbol that may precede them. */
const maxShortLength = 3;
/** The same limit for digits. It is higher because there are only ten digits, so many phones share three of them. */
const maxShortDigits = 4;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** Maps letters of other scripts to Latin letters, so that keys have few possible symbols in all scripts. */
function toSymbol(character: string): string {
  if (!/[\p{L}\p{M}]/u.test(character)) return '_';
  return letters.charAt((character.codePointAt(0) ?? 0) % letters.length);
}

/** Converts a normalized word to the symbols of keys. Different words may result in the same symbols. */
function toSymbols(word: string): string {
  return word.replaceAll(/[^a-z0-9]/gu, toSymbol);
}

/** Creates the keys of a word. */
export function createKeys(word: string, { prefix }: KeyKind): string[] {
  const symbols = toSymbols(word);
  const keys: string[] = [];
  for (let place = 0; place + minKeyLength <= symbols.length; place += stride)
    keys.push(prefix + symbols.slice(place, place + maxKeyLength));
  return keys;
}

/** Beginnings of keys. Each record that has the word has a key with one of these beginnings. */
export interface KeyPrefixes {
  readonly prefixes: readonly string[];
  /**
   * Number of symbols in the shortest beginning. With a shorter beginning, more records match that don't contain the
   * word.
   */
  readonly known: number;
}

/** Kind of text that keys are made of. */
export interface KeyKind {
  /** Text at the start of each key. */
  readonly prefix: string;
  /** Symbols that may precede a word. */
  readonly symbols: string;
  readonly maxShortLength: number;
}

export const textKind: KeyKind = { prefix: '', symbols: `${letters}${digits}_`, maxShortLength };
export const phoneKind: KeyKind = { prefix: '\u0001', symbols: digits, maxShortLength: maxShortDigits };

/** Returns the beginnings of the keys of texts that contain the word. Returns null if the word is too short. */
export function findKeyPrefixes(word: string, kind: KeyKind): KeyPrefixes | null {
  const symbols = toSymbols(word);
  if (symbols.length < minKeyLength) return null;
  // Where the word occurs, a key begins at its first symbol. Otherwise two keys begin at the symbol before it and at
  // its second symbol.
  const isShort = symbols.length <= kind.maxShortLength;
  const others = isShort ? [...kind.symbols].map((symbol) => symbol + symbols) : [symbols.slice(1)];
  const prefixes = [symbols, ...others].map((start) => kind.prefix + start.slice(0, maxKeyLength));
  return { prefixes, known: isShort ? symbols.length : symbols.length - 1 };
}

/** Returns the prefixes of the keys of texts that start with the word. Returns null if the word is too short. */
export function findStartPrefixes(word: string, { prefix }: KeyKind): KeyPrefixes | null {
  const symbols = toSymbols(word);
  if (symbols.length < minKeyLength) return null;
  return { prefixes: [prefix + symbols.slice(0, maxKeyLength)], known: symbols.length };
}

/**
 * Returns the patterns of keys with these beginnings. Symbols have no special meaning in patterns, so they aren't
 * escaped.
 */
export function toKeyPatterns({ prefixes }: KeyPrefixes): RegExp[] {
  return prefixes.map((prefix) => new RegExp(`^${prefix}`));
}
