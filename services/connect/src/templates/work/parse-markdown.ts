import MarkdownIt, { type Token } from 'markdown-it';

/** Block or inline element of a text, with its children. */
export interface MarkdownNode {
  /** Name of the token in markdown-it, without `_open`: `paragraph`, `strong`, `text`. */
  readonly type: string;
  readonly token: Token;
  readonly children: readonly MarkdownNode[];
}

// Shows HTML as text. Nothing is fetched, so the parser accepts any image source; `checkTemplate` refuses all sources
// that are not file ids.
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

/** Returns the sources of all images, without duplicates. */
export function listImages(nodes: readonly MarkdownNode[]): readonly string[] {
  const images = [...eachNode(nodes)].filter(({ type }) => type === 'image');
  return [...new Set(images.map(({ token }) => String(token.attrGet('src') ?? '')))];
}
