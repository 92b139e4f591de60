import { createHash } from 'node:crypto';
import { newId } from '@plotline/kit/core/ids';
import type { FileStore } from '@plotline/transfer/files/store/file-store';
import { expect } from 'chai';
import { refusalOf } from '../../../support/refusal-of.js';
import { collect, inPieces, readText } from '../../support/file-content.js';

/** Larger than one part of an upload to S3. */
const content = Buffer.alloc(9 * 1_048_576, 'Plotline ');

/** Registers the tests that every store must pass. */
export function testFileStore(getStore: () => FileStore): void {
  const maxBytes = 20 * 1_048_576;

  it('returns a stored file with its size and hash', async () => {
    const store = getStore();
    for (const bytes of [content, content.subarray(0, 100), Buffer.alloc(0), Buffer.alloc(8 * 1_048_576, 1)]) {
      const id = newId('imp');
      const stored = await store.put(id, inPieces(bytes), { maxBytes });
      expect(stored).to.deep.equal({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
      expect(await store.size(id)).to.equal(bytes.length);
      expect(Buffer.concat(await collect(store.read(id))).equals(bytes)).to.equal(true);
    }
  });

  it('reads a range including both ends', async () => {
    const store = getStore();
    const id = newId('imp');
    await store.put(id, inPieces('0123456789'), { maxBytes });
    expect(await readText(store.read(id, { range: { start: 2, end: 4 } }))).to.equal('234');
    expect(await readText(store.read(id, { range: { start: 7 } }))).to.equal('789');
    expect(await readText(store.read(id, { range: { start: 8, end: 100 } }))).to.equal('89');
  });

  it('keeps the previous file when a new one is too large, fails or is aborted', async () => {
    const store = getStore();
    const id = newId('imp');
    const tooLarge = await refusalOf(() => store.put(id, inPieces(content), { maxBytes: content.length - 1 }));
    expect(tooLarge.code).to.equal('PAYLOAD_TOO_LARGE');
    expect(await store.size(id)).to.equal(undefined);
    await store.put(id, inPieces('before'), { maxBytes });
    async function* failing() {
      yield* inPieces(content);
      throw new Error('client gone');
    }
    const signal = AbortSignal.abort(new Error('stopped'));
    for (const put of [
      () => store.put(id, failing(), { maxBytes }),
      () => store.put(id, inPieces(content), { maxBytes, signal }),
    ]) {
      let message = '';
      await put().catch((error) => {
        message = String(error);
      });
      expect(message).to.match(/client gone|stopped|abort/i);
    }
    expect(await readText(store.read(id))).to.equal('before');
  });

  it('shows only complete files', async () => {
    const store = getStore();
    const id = newId('exp');
    const sizes: (number | undefined)[] = [];
    async function* observed() {
      for await (const piece of inPieces(content, 4_000_000)) {
        yield piece;
        sizes.push(await store.size(id));
      }
    }
    await store.put(id, observed(), { maxBytes });
    expect(sizes.filter((size) => size !== undefined)).to.deep.equal([]);
    expect(await store.size(id)).to.equal(content.length);
  });

  it('removes a file, and accepts that the file is missing', async () => {
    const store = getStore();
    const id = newId('imp');
    await store.put(id, inPieces('x'), { maxBytes });
    await store.remove(id);
    await store.remove(id);
    expect(await store.size(id)).to.equal(undefined);
    expect((await refusalOf(() => collect(store.read(id)))).code).to.equal('NOT_FOUND');
  });

  it('lists only files that are older than a given time', async () => {
    const store = getStore();
    const id = `${newId('exp')}.errors`;
    await store.put(id, inPieces('x'), { maxBytes });
    expect(await collect(store.listOlder(new Date(Date.now() + 5000)))).to.include(id);
    expect(await collect(store.listOlder(new Date(Date.now() - 60_000)))).to.not.include(id);
  });

  it('refuses an id that could be a path', async () => {
    const store = getStore();
    for (const id of [
      '../x',
      'imp_1',
      `../${newId('imp')}`,
      `${newId('imp')}/x`,
      `${newId('imp')}\0`,
      '',
      '.',
      newId('IMP'),
    ]) {
      for (const work of [
        () => store.put(id, inPieces('x'), { maxBytes }),
        () => collect(store.read(id)),
        () => store.size(id),
        () => store.remove(id),
      ]) {
        let message = '';
        try {
          await work();
        } catch (error) {
          message = String(error);
        }
        expect(message).to.equal('Error: The id of the file is not valid.');
      }
    }
  });
}
