import { TextDecoder } from '@exodus/bytes/encoding.js';

interface Candidate {
  readonly charset: string;
  readonly script: RegExp;
  /** Most frequent letters of texts, in lower case. */
  readonly common: string;
}

const latin = /\p{Script=Latin}/u;
const western = 'áàâãäåæçéèêëíìîïñóòôõöøúùûüÿœßªº';
const cyrillic = /\p{Script=Cyrillic}/u;
const russian = 'оеаинтрслвкмдпуя';

/** Single-byte charsets that undeclared files often have, the most frequent first. */
const candidates: readonly Candidate[] = [
  { charset: 'windows-1252', script: latin, common: western },
  { charset: 'windows-1250', script: latin, common: 'ąćęłńóśźżáčďéěíňřšťúůýžőűäöüßăâîșț' },
  { charset: 'windows-1254', script: latin, common: 'şığçöüâîû' },
  { charset: 'windows-1251', script: cyrillic, common: russian },
  { charset: 'windows-1256', script: /\p{Script=Arabic}/u, common: 'اليمونرتبدسةعحهكفأشخ' },
  { charset: 'windows-1253', script: /\p{Script=Greek}/u, common: 'αοιετσνηυρπκλςμάέίόύήώγδ' },
  { charset: 'windows-1255', script: /\p{Script=Hebrew}/u, common: 'יוהלאמרבתשנדכןםקחע' },
  { charset: 'windows-874', script: /\p{Script=Thai}/u, common: 'านรอกเงมยวลดทสตะปบคหแจพชขใไโ' },
  { charset: 'koi8-r', script: cyrillic, common: russian },
  { charset: 'ibm866', script: cyrillic, common: russian },
  { charset: 'macintosh', script: latin, common: western },
];

interface WideCandidate {
  readonly charset: string;
  /** Ranges of the first bytes of the most frequent characters in texts. */
  readonly leads: readonly (readonly [first: number, last: number])[];
}

/** Multi-byte charsets of East Asian languages. */
const wideCandidates: readonly WideCandidate[] = [
  { charset: 'euc-kr', leads: [[0xb0, 0xc8]] },
  { charset: 'gb18030', leads: [[0xb0, 0xd7]] },
  {
    charset: 'euc-jp',
    leads: [
      [0xa4, 0xa5],
      [0xb0, 0xcf],
    ],
  },
  { charset: 'big5', leads: [[0xa4, 0xc6]] },
  {
    charset: 'shift_jis',
    leads: [
      [0x82, 0x83],
      [0x88, 0x97],
    ],
  },
];

const punctuation = '’‘“”–—…€£°«»®²·،؛؟№ \u00a0\u200c\u200d\u200e\u200f';

function decode(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function scoreCharacter(text: string, at: number, { script, common }: Candidate): number {
  const character = text.charAt(at);
  if (!script.test(character)) return punctuation.includes(character) ? 0.5 : -1;
  const before = text.charAt(at - 1);
  const isAfterLetter = /\p{L}/u.test(before);
  if (!isAfterLetter && !/\p{L}/u.test(text.charAt(at + 1))) return 0.3;
  // Typical words have letters of only one script, and no capital letter after a small one.
  if (isAfterLetter && !script.test(before)) return -1;
  if (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(character)) return -1;
  if (script === latin && isAfterLetter && before > '\x7f') return -0.5;
  return common.includes(character.toLowerCase()) ? 1 : 0.3;
}

/**
 * Returns how much the text looks like text in this charset, as points: at most 1 for each character outside of ASCII.
 */
function score(bytes: Buffer, candidate: Candidate): number {
  const text = decode(bytes, candidate.charset);
  if (text === undefined) return -Infinity;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) <= '\x7f') continue;
    sum += scoreCharacter(text, at, candidate);
    count += 1;
  }
  return count === 0 ? -Infinity : sum / count;
}

function scoreWide(bytes: Buffer, { charset, leads }: WideCandidate): number {
  if (decode(bytes, charset) === undefined) return -Infinity;
  let common = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0;
    if (lead <= 0x80) continue;
    if (leads.some(([first, last]) => lead >= first && lead <= last)) common += 1;
    count += 1;
    at += 1;
  }
  return count === 0 ? -Infinity : common / count;
}

/** Maximum number of bytes that a guess uses. */
const maxSample = 16_384;
/** Minimum score. A lower score is no better than a random guess. */
const minScore = 0.5;
/** Maximum distance from the best score. A charset within this distance may also be the right one. */
const margin = 0.05;

/** Returns whole lines around an offset. */
function takeLines(bytes: Buffer, offset: number): Buffer {
  const newline = 0x0a;
  const start = bytes.lastIndexOf(newline, Math.max(0, offset - 1)) + 1;
  const rest = bytes.subarray(start <= offset ? start : 0, start + maxSample);
  const end = rest.lastIndexOf(newline);
  return end > offset - start ? rest.subarray(0, end) : rest;
}

/**
 * Guesses the charset of bytes that are not UTF-8 from the offset on. The result is shown to a person in a message.
 * Returns the best guess, and the next one if it is as likely. Returns an empty list if nothing fits.
 */
export function guessCharsets(bytes: Buffer, offset: number): readonly string[] {
  const sample = takeLines(bytes, offset);
  const scores = [
    ...candidates.map((candidate) => ({ charset: candidate.charset, points: score(sample, candidate) })),
    ...wideCandidates.map((candidate) => ({ charset: candidate.charset, points: scoreWide(sample, candidate) })),
  ].sort((one, other) => other.points - one.points);
  const best = scores[0]?.points ?? 0;
  const likely = scores.filter(({ points }) => points >= minScore && points >= best - margin);
  return likely.slice(0, 2).map(({ charset }) => charset);
}
