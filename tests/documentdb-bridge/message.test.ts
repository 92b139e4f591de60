import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { MalformedMessage } from '@plotline/documentdb-bridge/wire/frame-reader';
import { parseMessage, writeOpMsg, writeReply } from '@plotline/documentdb-bridge/wire/message';
import { BSON } from 'bson';
import { expect } from 'chai';

describe('parseMessage', () => {
  const body = writeDocument({ insert: 'leads', $db: 'x' });
  const rows = [writeDocument({ _id: 1 }), writeDocument({ _id: 2 })];

  function opMsg(sections: readonly Buffer[], flags = 0, trailer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(20);
    head.writeInt32LE(42, 4);
    head.writeInt32LE(2013, 12);
    head.writeUInt32LE(flags, 16);
    const bytes = Buffer.concat([head, ...sections, trailer]);
    bytes.writeInt32LE(bytes.length);
    return bytes;
  }

  const bodySection = Buffer.concat([Buffer.of(0), body]);
  const sequenceSection = (documents: readonly Buffer[]): Buffer => {
    const content = Buffer.concat([Buffer.from('documents\0'), ...documents]);
    const size = Buffer.alloc(4);
    size.writeInt32LE(content.length + 4);
    return Buffer.concat([Buffer.of(1), size, content]);
  };

  it('reads the body and the document sequences, in either order, with or without a checksum', () => {
    const expected = {
      requestId: 42,
      format: 'message',
      awaitsReply: true,
      body,
      sequences: [{ name: 'documents', documents: rows }],
    };
    expect(parseMessage(opMsg([bodySection, sequenceSection(rows)]))).to.deep.equal(expected);
    expect(parseMessage(opMsg([sequenceSection(rows), bodySection]))).to.deep.equal(expected);
    expect(parseMessage(opMsg([bodySection, sequenceSection(rows)], 1, Buffer.alloc(4)))).to.deep.equal(expected);
  });

  it('recognizes that a client requests no acknowledgement', () => {
    expect(parseMessage(opMsg([bodySection], 2)).awaitsReply).to.equal(false);
  });

  it("reads a driver's first message, and responds in its old format", () => {
    const question = writeDocument({ ismaster: 1 });
    const head = Buffer.alloc(20);
    head.writeInt32LE(9, 4);
    head.writeInt32LE(2004, 12);
    const message = Buffer.concat([head, Buffer.from('admin.$cmd\0'), Buffer.alloc(8), question]);
    message.writeInt32LE(message.length);
    const parsed = parseMessage(message);
    expect(parsed).to.include({ requestId: 9, format: 'query', awaitsReply: true });
    expect(BSON.deserialize(parsed.body)).to.deep.equal({ ismaster: 1 });
    const answer = Buffer.concat(writeReply(parsed, body));
    expect([answer.readInt32LE(0), answer.readInt32LE(8), answer.readInt32LE(12)]).to.deep.equal([answer.length, 9, 1]);
    expect(answer.subarray(36)).to.deep.equal(body);
  });

  it('reads its own output', () => {
    const answer = Buffer.concat(writeOpMsg(body, 42));
    expect(answer.readInt32LE(8)).to.equal(42);
    expect(parseMessage(answer).body).to.deep.equal(body);
  });

  it('refuses all other messages', () => {
    const endless = opMsg([bodySection]);
    endless.writeInt32LE(1_000, 21);
    const compressed = opMsg([bodySection]);
    compressed.writeInt32LE(2012, 12);
    const malformed = {
      'no body': opMsg([]),
      'two bodies': opMsg([bodySection, bodySection]),
      'an unknown section': opMsg([Buffer.concat([Buffer.of(9), body])]),
      'an unknown required flag': opMsg([bodySection], 4),
      'a body longer than the message': endless,
      'an operation that was not agreed upon': compressed,
      'a sequence that is cut off': opMsg([bodySection, sequenceSection([rows[0]?.subarray(0, 8) ?? body])]),
      'a name without an end': opMsg([Buffer.concat([Buffer.of(1), Buffer.from([8, 0, 0, 0, 65, 65, 65, 65])])]),
      'nothing after the header': opMsg([]).subarray(0, 16),
    };
    for (const [what, message] of Object.entries(malformed)) {
      expect(() => parseMessage(message), what).to.throw(MalformedMessage);
    }
  });
});
