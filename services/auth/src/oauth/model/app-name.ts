import { invalid } from '@plotline/kit/core/errors';
import { parseName } from '../../directory/model/name.js';

/** Letters and digits that are read as a Latin letter, those of Cyrillic and Greek among them; i and l are drawn alike in capitals. */
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

/** What somebody reads who does not look closely: without marks, spaces and punctuation, and each lookalike as the letter that it is taken for. */
function toSkeleton(text: string): string {
  const letters = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  return [...letters]
    .map((letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const productName = toSkeleton('Plotline');

/**
 * The name of an app, as people read it on the page of a consent. Throws VALIDATION_ERROR for one that imitates Plotline, and for characters
 * that are not seen, by which two names look alike.
 */
export function parseAppName(name: string): string {
  const parsed = parseName(name, 100);
  if (/\p{Cf}/u.test(parsed)) throw invalid({ field: 'name', message: 'must not have invisible characters' });
  if (toSkeleton(parsed).includes(productName)) {
    throw invalid({ field: 'name', message: 'must not look like the name of Plotline' });
  }
  return parsed;
}
