import { BSON, type Document } from 'bson';
import { errorCodeOf, errorCodes } from '../errors/error-codes.js';
import { unpackSqlState } from '../errors/sql-state.js';
import { readElements } from '../wire/raw-document.js';

/** The answer of a write, read no further than it has to be. */
export interface WriteResult {
  /** As DocumentDB wrote it; passes as it is when nothing failed. */
  readonly document: Buffer;
  /** Its fields, when there are write errors. */
  readonly fields: Document;
  /** With MongoDB's codes. */
  readonly writeErrors: readonly Document[];
}

export function readWriteResult(document: Buffer): WriteResult {
  if (!readElements(document).some(({ name }) => name === 'writeErrors'))
    return { document, fields: {}, writeErrors: [] };
  const fields = BSON.deserialize(document, { promoteValues: false, bsonRegExp: true });
  const writeErrors: unknown = fields['writeErrors'];
  return { document, fields, writeErrors: Array.isArray(writeErrors) ? writeErrors.map(translate) : [] };
}

/** A write error carries a packed SQLSTATE; a number that stands for none that is known may be MongoDB's own code. */
function translate(writeError: Document): Document {
  const code = Number(writeError['code']);
  const known = errorCodeOf(unpackSqlState(code));
  return { ...writeError, code: known === errorCodes.unknownError ? code : known.code };
}
