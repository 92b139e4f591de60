import { francAll } from 'franc';

/** Languages of the format, by their ISO 639-3 codes. */
const languages: Readonly<Record<string, string>> = {
  cat: 'ca',
  dan: 'da',
  deu: 'de',
  eng: 'en',
  fin: 'fi',
  fra: 'fr',
  ita: 'it',
  nld: 'nl',
  nob: 'no',
  por: 'pt',
  rus: 'ru',
  spa: 'es',
  swe: 'sv',
};

const options = { only: Object.keys(languages), minLength: 40 };
/**
 * Number of characters that are used to find the language. More of them would take longer and rarely change the result.
 */
const maxLength = 500;
/** Minimum score for English. Short English texts with many names may score a little higher in another language. */
const minEnglish = 0.8;

function detect(beginning: string): string | null {
  const scores = francAll(beginning, options);
  const english = scores.find(([code]) => code === 'eng')?.[1] ?? 0;
  const [best = 'und'] = scores[0] ?? [];
  if (english >= minEnglish) return 'en';
  if (best !== 'und') return languages[best] ?? null;
  // Short texts and texts in other scripts have no score.
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0;
  const latin = beginning.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 >= letters ? 'en' : null;
}

/** Latest result. Units of a property follow each other and share its description, so most calls can reuse it. */
let latest: { readonly beginning: string; readonly language: string | null } = { beginning: '', language: 'en' };

/**
 * Returns the language of a text as the feed format writes it, such as `es`. Returns English if the text is too short
 * to decide, and null for a language that the format doesn't have.
 */
export function findLanguage(text: string): string | null {
  const beginning = text.slice(0, maxLength);
  if (latest.beginning !== beginning) latest = { beginning, language: detect(beginning) };
  return latest.language;
}
