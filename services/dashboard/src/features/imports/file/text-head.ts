/** Maximum length of the preview, in characters. */
const headLength = 60_000;

/** Decodes the start of a file, up to the last complete line. */
export async function decodeHead(content: Blob, charset: string): Promise<string> {
  const bytes = await content.slice(0, headLength).arrayBuffer();
  const text = new TextDecoder(charset).decode(bytes).slice(0, headLength);
  return content.size > headLength ? text.slice(0, text.lastIndexOf('\n') + 1) || text : text;
}
