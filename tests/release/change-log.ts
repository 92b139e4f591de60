import { type CommitKnownProps, type Options, writeChangelogString } from 'conventional-changelog-writer';
import { CommitParser } from 'conventional-commits-parser';
import { type Commit, messageSyntax } from './commits.js';

/** Sections of a release in this order, by the commit types that users notice. */
const sections: Readonly<Record<string, string>> = {
  feat: 'Features',
  fix: 'Fixes',
  perf: 'Performance',
  revert: 'Reverts',
};
const order = Object.values(sections);

const introduction = `# Change log

Changes of each release, written by \`npm run release\` from the commits. The
[guide](../services/docs/guides/40-changelog.md) lists changes for programs that use the API.
`;

/** Commit in the change log. Without a section, only its breaking change is listed. */
interface LoggedCommit extends CommitKnownProps {
  readonly section: string;
  readonly scope: string;
  readonly subject: string;
}

// Contains no links, because the repository may be hosted anywhere.
const options: Options<LoggedCommit> = {
  groupBy: 'section',
  commitsSort: ['scope', 'subject'],
  commitGroupsSort: (a, b) => order.indexOf(a.title) - order.indexOf(b.title),
  notesSort: 'text',
  transform: (commit) => commit,
  mainTemplate:
    '{{> header}}{{#each noteGroups}}{{> notes}}{{/each}}{{#each commitGroups}}{{#if title}}{{> section}}{{/if}}{{/each}}',
  headerPartial: '## {{version}} ({{date}}){{#if title}}\n\n{{title}}{{/if}}\n',
  commitPartial: '- {{#if scope}}**{{scope}}:** {{/if}}{{subject}} ({{hash}})\n',
  partials: {
    notes: '\n### {{title}}\n\n{{#each notes}}- {{#if commit.scope}}**{{commit.scope}}:** {{/if}}{{text}}\n{{/each}}',
    section: '\n### {{title}}\n\n{{#each commits}}{{> commit}}{{/each}}',
  },
};

/** Returns the entry for a commit. Undefined if users don't notice the commit. */
function toLogged(parser: CommitParser, { hash, message }: Commit): LoggedCommit | undefined {
  const { type, scope, subject, notes } = parser.parse(message);
  const section = sections[type ?? ''] ?? '';
  if (section === '' && notes.length === 0) return undefined;
  const breaks = notes.map(({ text }) => ({ title: 'Breaking changes', text: text.replaceAll(/\s+/g, ' ') }));
  return { hash: hash.slice(0, 8), section, scope: scope ?? '', subject: subject ?? '', notes: breaks };
}

export interface Entry {
  /** Version tag, such as `v1.2.3`. */
  readonly tag: string;
  /** Date, such as 2026-11-28. */
  readonly date: string;
  /** Sentence that precedes the sections. */
  readonly note?: string;
}

/** Describes a release by its commits. */
export async function writeEntry({ tag, date, note }: Entry, commits: readonly Commit[]): Promise<string> {
  const parser = new CommitParser(messageSyntax);
  const logged = commits.flatMap((commit) => toLogged(parser, commit) ?? []);
  const sentences = [note, logged.length === 0 ? 'Users notice no change.' : undefined].filter((text) => text);
  return writeChangelogString(logged, { version: tag, date, title: sentences.join(' ') }, options);
}

/** Adds an entry at the top of the change log. */
export function addEntry(log: string, entry: string): string {
  const earlier = /^## .*/ms.exec(log)?.[0];
  return [introduction, entry, ...(earlier ? [earlier] : [])].join('\n');
}
