/** Common charsets of files that are not UTF-8, each with its languages. */
const charsetNames: Readonly<Record<string, string>> = {
  'windows-1252': 'Western European',
  'windows-1250': 'Central European',
  'windows-1251': 'Cyrillic',
  'windows-1253': 'Greek',
  'windows-1254': 'Turkish',
  'windows-1255': 'Hebrew',
  'windows-1256': 'Arabic',
  'windows-874': 'Thai',
  gb18030: 'Chinese, simplified',
  big5: 'Chinese, traditional',
  shift_jis: 'Japanese',
  'euc-jp': 'Japanese',
  'euc-kr': 'Korean',
  'koi8-r': 'Cyrillic',
  ibm866: 'Cyrillic, DOS',
  macintosh: 'Western European, Mac',
  'utf-16le': 'Unicode',
};

/** Lists the charsets as the options of a select. Adds the given charset if it is unusual. */
export function listCharsets(chosen: string): readonly { readonly value: string; readonly label: string }[] {
  const known = Object.entries(charsetNames).map(([value, name]) => ({ value, label: `${name} (${value})` }));
  return known.some(({ value }) => value === chosen) ? known : [{ value: chosen, label: chosen }, ...known];
}

/** Returns the UTF-16 charset that a byte order mark stands for. */
export async function findUtf16(content: Blob): Promise<'utf-16le' | 'utf-16be' | undefined> {
  const [first, second] = new Uint8Array(await content.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Checks whether the decoder accepts the next bytes. Without bytes, checks whether the text may end here. */
function canDecode(decoder: TextDecoder, bytes?: Uint8Array): boolean {
  try {
    decoder.decode(bytes, { stream: bytes !== undefined });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns an offset shortly before the first bytes that are not UTF-8. Returns undefined if there are none. May read
 * the whole file, because the first accented letter can be far from the start.
 */
export async function findInvalidUtf8(content: Blob): Promise<number | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = content.stream().getReader();
  let offset = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!canDecode(decoder, value)) {
      await reader.cancel();
      return offset;
    }
    if (value === undefined) return undefined;
    offset += value.length;
  }
}

/** Number of bytes to include before the invalid bytes. Usually this covers the start of their line. */
const leadBytes = 2048;
const sampleBytes = 65_536;

/**
 * Returns a part of the file from which the server can guess the charset: the file's start, and the bytes around an
 * offset.
 */
export function takeSample(content: Blob, offset: number): Blob {
  if (offset < sampleBytes) return content.slice(0, offset + sampleBytes);
  const around = content.slice(offset - leadBytes, offset + sampleBytes);
  // The start of an XML file may contain its charset.
  return new Blob([content.slice(0, 200), '\n', around]);
}
