/**
 * A key begins at every second position of a word. Keys at all positions would double the cost of a write; with every
 * third one, a word of three letters could not be found by a key that it is the beginning of.
 */
const stride = 2;
/** Symbols of a key. The rest of a longer word is matched against the text. */
const maxKeyLength = 12;
/** Shorter words have no key: nearly every lead has them. */
const minKeyLength = 3;
/** Words of up to this many symbols are also looked up behind each symbol that may precede them. */
const maxShortLength = 3;
/** Digits of phones have few symbols, and many phones have the same three digits. */
const maxShortDigits = 4;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';

/** Letters of other scripts share those of Latin, so that a key has few possible symbols in all scripts. */
function toSymbol(character: string): string {
  if (!/[\p{L}\p{M}]/u.test(character)) return '_';
  return letters.charAt((character.codePointAt(0) ?? 0) % letters.length);
}

/** Converts a normalized word to the symbols of keys. Different words may have the same ones. */
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

/** Beginnings of keys: a record that has the word has a key with one of them. */
export interface KeyPrefixes {
  readonly prefixes: readonly string[];
  /** Symbols of the shortest one. The shorter it is, the more other records have such a key. */
  readonly known: number;
}

/** Texts of which keys are made. */
export interface KeyKind {
  /** Stands before each key. */
  readonly prefix: string;
  /** Symbols that may precede a word. */
  readonly symbols: string;
  readonly maxShortLength: number;
}

export const textKind: KeyKind = { prefix: '', symbols: `${letters}${digits}_`, maxShortLength };
export const phoneKind: KeyKind = { prefix: '\u0001', symbols: digits, maxShortLength: maxShortDigits };

/** Returns the beginnings of the keys of texts in which the word occurs; null when it is too short. */
export function findKeyPrefixes(word: string, kind: KeyKind): KeyPrefixes | null {
  const symbols = toSymbols(word);
  if (symbols.length < minKeyLength) return null;
  // Wherever the word occurs, a key begins at its first symbol, or else at the one before it and the one after it.
  const isShort = symbols.length <= kind.maxShortLength;
  const others = isShort ? [...kind.symbols].map((symbol) => symbol + symbols) : [symbols.slice(1)];
  const prefixes = [symbols, ...others].map((start) => kind.prefix + start.slice(0, maxKeyLength));
  return { prefixes, known: isShort ? symbols.length : symbols.length - 1 };
}

/** Returns the beginnings of the keys of texts that begin with the word; null when it is too short. */
export function findStartPrefixes(word: string, { prefix }: KeyKind): KeyPrefixes | null {
  const symbols = toSymbols(word);
  if (symbols.length < minKeyLength) return null;
  return { prefixes: [prefix + symbols.slice(0, maxKeyLength)], known: symbols.length };
}

/** Returns the patterns of keys with these beginnings. No symbol has a meaning in patterns. */
export function toKeyPatterns({ prefixes }: KeyPrefixes): RegExp[] {
  return prefixes.map((prefix) => new RegExp(`^${prefix}`));
}
