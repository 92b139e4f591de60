import { invalid } from '@plotline/kit/core/errors';
import { parseName } from '../../directory/model/name.js';

/**
 * Characters that look like a Latin letter, including Cyrillic and Greek characters. Capital I and small l also look
 * alike.
 */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '7': 't',
  '|': 'l',
  '!': 'l',
  i: 'l',
  ı: 'l',
  ł: 'l',
  ø: 'o',
  а: 'a',
  е: 'e',
  ё: 'e',
  о: 'o',
  р: 'p',
  т: 't',
  і: 'l',
  ӏ: 'l',
  п: 'n',
  н: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  ι: 'l',
  ε: 'e',
  η: 'n',
  ν: 'n',
};

/**
 * Reduces a text to its appearance at a glance. Removes marks, spaces and punctuation, and replaces each lookalike with
 * the Latin letter.
 */
function toSkeleton(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  return [...letters]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const productName = toSkeleton('Plotline');

/**
 * Parses the name of an app, which people read on the consent page. Throws VALIDATION_ERROR for imitations of
 * Plotline's name, and for invisible characters, which would make two names look alike.
 */
export function parseAppName(name: string): string {
  const parsed = parseName(name, 100);
  if (/\p{Cf}/u.test(parsed)) throw invalid({ field: 'name', message: 'must not have invisible characters' });
  if (toSkeleton(parsed).includes(productName)) {
    throw invalid({ field: 'name', message: 'must not look like the name of Plotline' });
  }
  return parsed;
}
