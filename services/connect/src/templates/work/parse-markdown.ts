import MarkdownIt, { type Token } from 'markdown-it';

/** A block or an inline part of a text, with the parts within it. */
export interface MarkdownNode {
  /** As markdown-it names it, without `_open`: `paragraph`, `strong`, `text`. */
  readonly type: string;
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

// HTML in a text is shown as it is written. Nothing is fetched, so any image may be parsed; `checkTemplate` refuses all
// that are not ids of files.
const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });

interface OpenNode {
  readonly token: Token;
  readonly children: MarkdownNode[];
}

function toTree(tokens: readonly Token[]): readonly MarkdownNode[] {
  const roots: MarkdownNode[] = [];
  const open: OpenNode[] = [];
  const add = (node: MarkdownNode) => (open.at(-1)?.children ?? roots).push(node);
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, children: [] });
    else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed) add({ ...closed, type: closed.token.type.replace(/_open$/, '') });
    } else add({ type: token.type, token, children: toTree(token.children ?? []) });
  }
  return roots;
}

/** Parses Markdown (CommonMark with tables and strikethrough). */
export function parseMarkdown(body: string): readonly MarkdownNode[] {
  return toTree(markdown.parse(body, {}));
}

/** Yields all nodes, parents before their children. */
export function* eachNode(nodes: readonly MarkdownNode[]): Generator<MarkdownNode> {
  for (const node of nodes) {
    yield node;
    yield* eachNode(node.children);
  }
}

/** Returns the sources of the images of a text, each once. */
export function listImages(nodes: readonly MarkdownNode[]): readonly string[] {
  const images = [...eachNode(nodes)].filter(({ type }) => type === 'image');
  return [...new Set(images.map(({ token }) => String(token.attrGet('src') ?? '')))];
}
