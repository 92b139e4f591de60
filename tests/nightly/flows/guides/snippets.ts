import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../../../services/docs/guides/', import.meta.url);

/** Fenced block in a guide: its language, the program that it belongs to (empty for the main one), and its text. */
interface Snippet {
  readonly language: string;
  readonly program: string;
  readonly code: string;
}

export interface GuideSource {
  readonly name: string;
  readonly snippets: readonly Snippet[];
}

function findSnippets(text: string): Snippet[] {
  const blocks = text.matchAll(/^```(\w+) ?(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].map(([, language = '', program = '', code = '']) => ({ language, program, code }));
}

/** Returns every guide with its fenced blocks. */
export function readGuideSources(): GuideSource[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) => ({
    name: file.replace(/^\d+-/, '').replace(/\.md$/, ''),
    snippets: findSnippets(readFileSync(new URL(file, folder), 'utf8')),
  }));
}

/** Joins the blocks of a language that form one program. Empty if there are none. */
export function joinProgram({ snippets }: GuideSource, language: string, program = ''): string {
  const parts = snippets.filter((snippet) => snippet.language === language && snippet.program === program);
  return parts.map(({ code }) => code).join('\n');
}
