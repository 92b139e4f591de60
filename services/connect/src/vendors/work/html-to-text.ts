import { compile } from 'html-to-text';

/** Maximum characters of HTML to read and maximum nesting of elements, so that no email takes long. */
const limits = { maxInputLength: 200_000, maxDepth: 50, maxChildNodes: 2_000 };

const convert = compile({
  wordwrap: false,
  limits,
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'td', format: 'inline' },
  ],
});

/** Returns the text of an email's HTML, with one line per table row. */
export function htmlToText(html: string): string {
  return convert(html.slice(0, limits.maxInputLength));
}
