import { parseCommand, readDocuments, removeEnvelope } from '@plotline/documentdb-bridge/command';
import { writeDocument } from '@plotline/documentdb-bridge/wire/document';
import { MalformedMessage } from '@plotline/documentdb-bridge/wire/frame-reader';
import { Binary, BSON, type Document, Long } from 'bson';
import { expect } from 'chai';

describe('a command', () => {
  const session = Buffer.alloc(16, 0xab);
  const lsid = { id: new Binary(session, 4) };
  const parse = (document: Document, sequences: { name: string; documents: Buffer[] }[] = []) =>
    parseCommand({ body: writeDocument(document), sequences });

  it('is identified by its first field, its database and its transaction', () => {
    const command = parse({
      insert: 'leads',
      $db: 'pipeline',
      lsid,
      txnNumber: Long.fromNumber(7),
      startTransaction: true,
      autocommit: false,
    });
    expect(command).to.include({ name: 'insert', target: 'leads', database: 'pipeline' });
    expect(command.transaction).to.deep.equal({ session: session.toString('hex'), number: 7n, starts: true });
    expect(parse({ ping: 1, $db: 'admin', lsid }).transaction).to.equal(undefined);
  });

  it('is refused when it is malformed, or when its transaction is ambiguous', () => {
    expect(() => parse({})).to.throw(MalformedMessage);
    expect(() => parse({ ping: 1, autocommit: false })).to.throw(MalformedMessage);
    expect(() => parse({ ping: 1, autocommit: false, lsid, txnNumber: 1.5 })).to.throw(MalformedMessage);
    expect(() => parse({ ping: 1, autocommit: false, lsid: { id: 'x' }, txnNumber: Long.ONE })).to.throw(
      MalformedMessage,
    );
    const body = writeDocument({ ping: 1, text: 'abc' });
    body[body.length - 6] = 0x7f;
    body[4] = 0x7f;
    expect(() => parseCommand({ body, sequences: [] })).to.throw(MalformedMessage);
    expect(() => parseCommand({ body: writeDocument({ ping: 1 }).subarray(0, 8), sequences: [] })).to.throw(
      MalformedMessage,
    );
  });

  it('reaches the database byte for byte without the envelope, but with its document sequences', () => {
    const filter = { a: { $gte: new Date(0) }, big: Long.fromString('9007199254740993'), text: /x/i };
    const command = parse({ find: 'leads', $db: 'd', lsid, readConcern: { level: 'local' }, filter, maxTimeMS: 50 });
    expect(removeEnvelope(command)).to.deep.equal(writeDocument({ find: 'leads', filter, maxTimeMS: 50 }));
    const documents = [writeDocument({ _id: 1 }), writeDocument({ _id: 2, at: new Date(5) })];
    const insert = parse({ insert: 'leads', $db: 'd', ordered: true }, [{ name: 'documents', documents }]);
    expect(BSON.deserialize(removeEnvelope(insert))).to.deep.equal({
      insert: 'leads',
      ordered: true,
      documents: [{ _id: 1 }, { _id: 2, at: new Date(5) }],
    });
  });

  it('returns the documents in the command and in its sections', () => {
    const documents = [writeDocument({ _id: 1 }), writeDocument({ _id: 2 })];
    expect(readDocuments(parse({ insert: 'l' }, [{ name: 'documents', documents }]), 'documents')).to.deep.equal(
      documents,
    );
    expect(readDocuments(parse({ insert: 'l', documents: [{ _id: 1 }, { _id: 2 }] }), 'documents')).to.deep.equal(
      documents,
    );
    expect(readDocuments(parse({ insert: 'l' }), 'documents')).to.deep.equal([]);
  });
});
