import { makeZip, type ZipEntry } from './make-zip.js';

export interface WorkbookParts {
  /** Content of `sheetData` in each sheet, by sheet name. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Names of hidden sheets. */
  readonly hidden?: readonly string[];
  /** Texts that cells of type `s` refer to, as XML inside `si`. */
  readonly strings?: readonly string[];
  /** Number formats of the cell styles. */
  readonly formats?: readonly (number | string)[];
  readonly isFrom1904?: boolean;
  /** Additional entries. They replace entries with the same name. */
  readonly entries?: readonly ZipEntry[];
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

function toRelations(relations: readonly (readonly [id: string, type: string, target: string])[]): string {
  const items = relations.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`,
  );
  return `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

function toStyles(formats: readonly (number | string)[]): string {
  const custom = formats.flatMap((format, place) =>
    typeof format === 'string'
      ? [`<numFmt numFmtId="${164 + place}" formatCode="${format.replaceAll('"', '&quot;')}"/>`]
      : [],
  );
  const styles = formats.map(
    (format, place) => `<xf numFmtId="${typeof format === 'string' ? 164 + place : format}"/>`,
  );
  return `${declaration}<styleSheet xmlns="${main}"><numFmts>${custom.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

/** Creates an .xlsx file (ECMA-376) from the XML of its cells. */
export function makeWorkbook({
  sheets,
  hidden = [],
  strings,
  formats = [0],
  isFrom1904,
  entries = [],
}: WorkbookParts): Buffer {
  const names = Object.keys(sheets);
  const tabs = names.map((name, place) => {
    const state = hidden.includes(name) ? ' state="hidden"' : '';
    return `<sheet name="${name}" sheetId="${place + 1}"${state} r:id="r${place}"/>`;
  });
  const calendar = isFrom1904 ? '<workbookPr date1904="1"/>' : '';
  const parts: ZipEntry[] = [
    { name: '_rels/.rels', content: toRelations([['d', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${calendar}<sheets>${tabs.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: toRelations([
        ...names.map((_, place) => [`r${place}`, 'worksheet', `worksheets/sheet${place + 1}.xml`] as const),
        ['styles', 'styles', '/xl/styles.xml'],
        ['strings', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: toStyles(formats) },
    ...names.map((name, place) => ({
      name: `xl/worksheets/sheet${place + 1}.xml`,
      content: `${declaration}<worksheet xmlns="${main}"><sheetData>${sheets[name]}</sheetData></worksheet>`,
    })),
  ];
  const texts = (strings ?? []).map((text) => `<si>${text}</si>`).join('');
  if (strings)
    parts.push({ name: 'xl/sharedStrings.xml', content: `${declaration}<sst xmlns="${main}">${texts}</sst>` });
  const kept = parts.filter(({ name }) => !entries.some((entry) => entry.name === name));
  return makeZip([...kept, ...entries]);
}
