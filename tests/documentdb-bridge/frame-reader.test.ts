import { FrameReader, MAX_MESSAGE_BYTES, MalformedMessage } from '@plotline/documentdb-bridge/wire/frame-reader';
import { expect } from 'chai';

describe('FrameReader', () => {
  const message = (length: number, fill = 7): Buffer => {
    const bytes = Buffer.alloc(length, fill);
    bytes.writeInt32LE(length);
    return bytes;
  };

  it('finds the same messages wherever the bytes are split', () => {
    const sent = [message(16), message(70_000, 1), message(17, 2), message(300, 3)];
    const bytes = Buffer.concat(sent);
    for (const size of [1, 3, 15, 16, 17, 4_096, bytes.length]) {
      const reader = new FrameReader();
      const found: Buffer[] = [];
      for (let start = 0; start < bytes.length; start += size)
        found.push(...reader.push(bytes.subarray(start, start + size)));
      expect(found).to.deep.equal(sent);
    }
  });

  it('keeps an unfinished message until the rest arrives', () => {
    const reader = new FrameReader();
    expect(reader.push(Buffer.concat([message(20), message(40).subarray(0, 39)]))).to.have.length(1);
    expect(reader.push(Buffer.of(7))).to.deep.equal([message(40)]);
  });

  it('refuses an impossible length as soon as it is read', () => {
    for (const length of [-1, 0, 15, MAX_MESSAGE_BYTES + 1]) {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(length);
      expect(() => new FrameReader().push(bytes)).to.throw(MalformedMessage);
    }
    const largest = Buffer.alloc(4);
    largest.writeInt32LE(MAX_MESSAGE_BYTES);
    expect(new FrameReader().push(largest)).to.deep.equal([]);
  });
});
