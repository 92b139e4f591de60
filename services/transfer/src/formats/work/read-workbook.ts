import { invalid } from '@plotline/kit/core/errors';
import { fileFault } from '../model/file-record.js';
import { type Calendar, isDateFormat } from '../model/sheet-cell.js';
import type { ZipArchive } from './open-zip.js';
import { toLocalName, XmlParser } from './xml-parser.js';

/** Maximum number of unpacked bytes in the parts that describe a workbook. */
const maxPartBytes = 16_777_216;
const maxItems = 65_536;

export interface WorkbookSheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Path of the sheet's content in the archive. */
  readonly path: string;
}

export interface Workbook {
  /** Sheets in the order of their tabs, without charts. */
  readonly sheets: readonly WorkbookSheet[];
  readonly calendar: Calendar;
  /** Path of the texts of cells; undefined when there are none. */
  readonly stringsPath: string | undefined;
  /** Whether cells with a style show dates, by the number of the style. */
  readonly dateStyles: readonly boolean[];
}

type Attributes = ReadonlyMap<string, string>;

/** Calls `visit` with every element of a part and the names of its parent elements. */
async function visitElements(
  archive: ZipArchive,
  path: string,
  visit: (name: string, attributes: Attributes, around: string) => void,
): Promise<void> {
  const names: string[] = [];
  let count = 0;
  const parser = new XmlParser({
    open: (full, attributes) => {
      const name = toLocalName(full);
      count += 1;
      if (count > maxItems * 4) throw fileFault(`has too many elements in ${path.slice(0, 100)}`);
      visit(name, attributes, names.at(-1) ?? '');
      names.push(name);
    },
    close: () => {
      names.pop();
    },
    text: () => undefined,
  });
  for await (const piece of archive.readXml(path, maxPartBytes)) parser.write(piece);
  parser.end();
}

interface Relation {
  readonly id: string;
  /** Last word of its type, such as `worksheet`. */
  readonly type: string;
  readonly path: string;
}

/**
 * Returns the path of a target, which is relative to the folder of the part that contains the target. Returns undefined
 * if there is no target.
 */
function resolvePath(folder: string, target: string): string | undefined {
  const base = folder === '' ? 'file:///' : `file:///${folder}/`;
  return URL.canParse(target, base) ? new URL(target, base).pathname.slice(1) : undefined;
}

async function readRelations(archive: ZipArchive, folder: string, name: string): Promise<readonly Relation[]> {
  const path = folder === '' ? `_rels/${name}.rels` : `${folder}/_rels/${name}.rels`;
  const relations: Relation[] = [];
  if (!archive.has(path)) return relations;
  await visitElements(archive, path, (element, attributes) => {
    const target = attributes.get('Target');
    if (element !== 'Relationship' || target === undefined || attributes.get('TargetMode') === 'External') return;
    const found = resolvePath(folder, target);
    const type = attributes.get('Type') ?? '';
    const id = attributes.get('Id') ?? '';
    if (found !== undefined) relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), path: found });
  });
  return relations;
}

async function readDateStyles(archive: ZipArchive, path: string | undefined): Promise<readonly boolean[]> {
  if (path === undefined || !archive.has(path)) return [];
  const codes = new Map<number, string>();
  const formats: number[] = [];
  await visitElements(archive, path, (name, attributes, around) => {
    const id = Number(attributes.get('numFmtId') ?? 0);
    if (name === 'numFmt') codes.set(id, attributes.get('formatCode') ?? '');
    else if (name === 'xf' && around === 'cellXfs') formats.push(id);
  });
  return formats.map((id) => isDateFormat(id, codes.get(id)));
}

/** Returns the relation id in the attributes. Its prefix depends on the file's namespaces. */
function findRelationId(attributes: Attributes): string | undefined {
  for (const [name, value] of attributes) if (name.includes(':') && toLocalName(name) === 'id') return value;
  return undefined;
}

/** Reads the parts of an .xlsx file that describe its sheets. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const [document] = (await readRelations(archive, '', '')).filter(({ type }) => type === 'officeDocument');
  const path = document?.path ?? 'xl/workbook.xml';
  if (!archive.has(path) || !/\.xml$/i.test(path)) {
    throw fileFault(
      'is a ZIP archive without the sheets of an Excel workbook (.xlsx); save it as .xlsx, or send the text file in it',
    );
  }
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
  const relations = await readRelations(archive, folder, path.slice(folder === '' ? 0 : folder.length + 1));
  const byId = new Map<string | undefined, Relation>(relations.map((relation) => [relation.id, relation]));
  const sheets: WorkbookSheet[] = [];
  let calendar: Calendar = 1900;
  await visitElements(archive, path, (name, attributes) => {
    if (name === 'workbookPr' && /^(1|true)$/.test(attributes.get('date1904') ?? '')) calendar = 1904;
    const relation = name === 'sheet' ? byId.get(findRelationId(attributes)) : undefined;
    if (relation?.type !== 'worksheet') return;
    const isHidden = /hidden/i.test(attributes.get('state') ?? '');
    sheets.push({ name: attributes.get('name') ?? '', isHidden, path: relation.path });
  });
  const findPath = (type: string) => relations.find((relation) => relation.type === type)?.path;
  const dateStyles = await readDateStyles(archive, findPath('styles'));
  return { sheets, calendar, stringsPath: findPath('sharedStrings'), dateStyles };
}

/** Maximum number of characters of sheet names in a message. */
const maxNamesLength = 500;

/**
 * Returns the sheet with a name or number. Without either, returns the first sheet that is not hidden. Throws if there
 * is none.
 */
export function chooseSheet({ sheets }: Pick<Workbook, 'sheets'>, wanted: string | undefined): WorkbookSheet {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [first = sheets[0]] = visible;
  if (!first) throw fileFault('has no sheet with cells');
  if (wanted === undefined) return first;
  const name = wanted.trim();
  const isNamed = (sheet: WorkbookSheet) => sheet.name.trim().toLowerCase() === name.toLowerCase();
  const found =
    sheets.find((sheet) => sheet.name === wanted) ??
    sheets.find(isNamed) ??
    (/^\d{1,4}$/.test(name) ? visible[Number(name) - 1] : undefined);
  if (found) return found;
  const names = sheets.map((sheet) => JSON.stringify(sheet.name)).join(', ');
  const wrong = `names no sheet of the file: ${JSON.stringify(name.slice(0, 100))}; its sheets are ${names}`;
  throw invalid({ field: 'sheet', message: wrong.slice(0, maxNamesLength) });
}
