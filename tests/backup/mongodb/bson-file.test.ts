import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readCompressed, splitDocuments, writeCompressed } from '@plotline/backup/mongodb/bson-file';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { useTemporaryFolder } from '../folder/temporary-folder.js';

const documents = Array.from({ length: 500 }, (_, place) =>
  mongoose.mongo.BSON.serialize({ place, text: 'x'.repeat(place) }),
);

async function* inChunksOf(size: number, bytes: Buffer): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}

const faultOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'none',
    ({ message }) => String(message),
  );

describe('a file of dumped documents', () => {
  const folder = useTemporaryFolder();
  const path = () => join(folder(), 'leads.bson.gz');

  it('is compressed, can be read only by its owner, and returns the same documents', async () => {
    await writeCompressed(path(), documents);
    expect((await stat(path())).mode & 0o777).to.equal(0o600);
    const read = await collect(splitDocuments(readCompressed(path())));
    expect(Buffer.concat(read).equals(Buffer.concat(documents))).to.equal(true);
    expect(read).to.have.length(documents.length);
  });

  it('is split into documents wherever the chunks end', async () => {
    const all = Buffer.concat(documents.slice(0, 20));
    for (const size of [1, 3, 4, 5, 64, all.length]) {
      expect(await collect(splitDocuments(inChunksOf(size, all)))).to.have.length(20);
    }
  });

  it('is refused when it ends too early', async () => {
    await writeCompressed(path(), documents);
    await truncate(path(), (await stat(path())).size - 20);
    expect(await faultOf(collect(splitDocuments(readCompressed(path()))))).to.match(/unexpected end of file/i);
    const [first = Buffer.alloc(0)] = documents;
    const cut = inChunksOf(64, Buffer.from(first).subarray(0, first.length - 1));
    expect(await faultOf(collect(splitDocuments(cut)))).to.equal('The file ends within a document.');
  });

  it('is refused when a byte has changed', async () => {
    await writeCompressed(path(), documents);
    const bytes = await readFile(path());
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
    await writeFile(path(), bytes);
    expect(await faultOf(collect(splitDocuments(readCompressed(path()))))).to.not.equal('none');
    for (const length of [4, -1, 17 * 1024 * 1024]) {
      const wrong = Buffer.alloc(16);
      wrong.writeInt32LE(length);
      expect(await faultOf(collect(splitDocuments(inChunksOf(16, wrong))))).to.equal('The file is not valid BSON.');
    }
  });
});
