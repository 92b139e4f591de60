import { readdirSync, readFileSync } from 'node:fs';
import { placeholderAddresses } from '@plotline/gateway/contract/placeholder-addresses';

/** A guide to the API, in Markdown. */
export interface Guide {
  readonly name: string;
  readonly title: string;
  /** Text of the guide, without the title. */
  readonly text: string;
}

const folder = new URL('../guides/', import.meta.url);

function readGuide(file: string): Guide {
  const [heading = '', ...lines] = readFileSync(new URL(file, folder), 'utf8').split('\n');
  const text = lines
    .join('\n')
    .replaceAll('{{live}}', placeholderAddresses.api)
    .replaceAll('{{sandbox}}', placeholderAddresses.sandbox)
    .replaceAll('{{auth}}', placeholderAddresses.auth);
  return { name: file.replace(/^\d+-|\.md$/g, '').replace(/\.md$/, ''), title: heading.replace(/^# /, ''), text };
}

/** Reads the guides, ordered by the numbers at the start of their file names. */
export function readGuides(): Guide[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.sort().map(readGuide);
}
