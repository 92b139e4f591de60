import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer;
  /** Size in the headers. By default the true size. */
  readonly toldSize?: number;
  /** Index of another entry that shares its bytes with this entry. */
  readonly overlaps?: number;
  readonly flags?: number;
}

interface WrittenEntry {
  readonly local: Buffer;
  readonly central: Buffer;
  readonly offset: number;
}

function toCommonHeader({ content, toldSize, flags = 0 }: ZipEntry, deflated: Buffer): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(22);
  header.writeUInt16LE(flags, 0);
  header.writeUInt16LE(8, 2);
  header.writeUInt32LE(crc32(bytes), 8);
  header.writeUInt32LE(deflated.length, 12);
  header.writeUInt32LE(toldSize ?? bytes.length, 16);
  return header;
}

function writeEntry(entry: ZipEntry, offset: number, written: readonly WrittenEntry[]): WrittenEntry {
  const name = Buffer.from(entry.name);
  const deflated = deflateRawSync(Buffer.from(entry.content));
  const common = toCommonHeader(entry, deflated);
  common.writeUInt16LE(name.length, 20);
  const rest = Buffer.alloc(2);
  const local = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), common, rest, name, deflated]);
  const other = entry.overlaps === undefined ? undefined : written[entry.overlaps];
  const end = Buffer.alloc(16);
  end.writeUInt32LE(other?.offset ?? offset, 12);
  const central = Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, 0, 20, 0]), common, end, name]);
  return { local: other ? Buffer.alloc(0) : local, central, offset };
}

/** Creates a ZIP archive (PKWARE's APPNOTE.TXT). Its headers may be wrong. */
export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const written: WrittenEntry[] = [];
  let offset = 0;
  for (const entry of entries) {
    const one = writeEntry(entry, offset, written);
    written.push(one);
    offset += one.local.length;
  }
  const directory = Buffer.concat(written.map(({ central }) => central));
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...written.map(({ local }) => local), directory, end]);
}
