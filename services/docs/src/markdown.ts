import { type Html, trustedMarkup } from '@plotline/kit/http/html';
import MarkdownIt from 'markdown-it';

/** Renders Markdown to HTML. HTML in the Markdown is shown as text. */
export interface Markdown {
  render(text: string): Html;
}

/** Returns the target of a link. `operation:<operationId>` stands for the operation's page. */
export type ResolveLink = (address: string) => string;

const toAnchor = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/**
 * Creates a renderer. Headings have link targets. Content that is too wide for a phone has its own scroll area, which
 * the keyboard can reach.
 */
export function createMarkdown(resolveLink: ResolveLink): Markdown {
  const parser = new MarkdownIt({ html: false, linkify: false });
  const { rules } = parser.renderer;
  rules.table_open = () => '<div class="table" tabindex="0"><table>';
  rules.table_close = () => '</table></div>';
  rules.fence = (tokens, index) => {
    const { content = '' } = tokens[index] ?? {};
    return `<pre tabindex="0"><code>${parser.utils.escapeHtml(content)}</code></pre>`;
  };
  rules.heading_open = (tokens, index) => {
    const { tag = 'h2' } = tokens[index] ?? {};
    return `<${tag} id="${toAnchor(tokens[index + 1]?.content ?? '')}">`;
  };
  rules.link_open = (tokens, index) => {
    const address = String(tokens[index]?.attrGet('href') ?? '');
    return `<a href="${parser.utils.escapeHtml(resolveLink(address))}">`;
  };
  return { render: (text) => trustedMarkup(parser.render(text)) };
}
