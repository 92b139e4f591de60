/** Number of characters that are written in one batch. */
const pieceLength = 65_536;

/** Writes one JSON text per line. */
export async function* writeJsonLines(records: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '';
  for await (const record of records) {
    piece += `${record}\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Writes a JSON array of the JSON texts. */
export async function* writeJsonArray(records: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = '[';
  let separator = '\n';
  for await (const record of records) {
    piece += separator + record;
    separator = ',\n';
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]\n`;
}
