import sax from 'sax';
import { fileFault, fileLimits } from '../model/file-record.js';

const predefinedEntities = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const doctypeMessage = 'has a DOCTYPE, which is not allowed: send the XML without it and without its own entities';

export interface XmlHandler {
  readonly open: (name: string, attributes: ReadonlyMap<string, string>) => void;
  readonly close: (name: string) => void;
  /** Called with each text and CDATA section. It may be only a part of an element's text. */
  readonly text: (text: string) => void;
}

/**
 * Parser that reads XML in pieces. It supports no DTD, and only the five predefined entities of XML. It limits
 * attributes and depth.
 */
export class XmlParser {
  readonly #parser = sax.parser(true);
  #depth = 0;
  #attributes = 0;

  constructor({ open, close, text }: XmlHandler) {
    const parser = this.#parser;
    parser.ENTITIES = Object.assign(Object.create(null), predefinedEntities);
    parser.onerror = (error) => {
      throw this.#toFault(error);
    };
    parser.ondoctype = () => {
      throw fileFault(doctypeMessage);
    };
    // The parser keeps attributes until the element's tag ends.
    parser.onattribute = () => {
      this.#attributes += 1;
      if (this.#attributes > fileLimits.columns) throw fileFault('has an element with too many attributes');
    };
    parser.onopentag = ({ name, attributes }) => {
      this.#attributes = 0;
      if (this.#depth >= fileLimits.depth) throw fileFault(`has elements more than ${fileLimits.depth} levels deep`);
      this.#depth += 1;
      open(name, new Map(Object.entries(attributes).map(([attribute, value]) => [attribute, String(value)])));
    };
    parser.onclosetag = (name) => {
      this.#depth -= 1;
      close(name);
    };
    parser.ontext = text;
    parser.oncdata = text;
  }

  /** Number of the line that is being parsed, counted from 1. */
  get line(): number {
    return this.#parser.line + 1;
  }

  write(piece: string): void {
    this.#parser.write(piece);
    // The parser buffers the declaration here, however long it is.
    if (Reflect.get(this.#parser, 'doctype')) throw fileFault(doctypeMessage);
  }

  end(): void {
    this.#parser.close();
  }

  #toFault(error: Error): Error {
    const [reason = ''] = error.message.split('\n');
    if (/doctype/i.test(reason)) return fileFault(doctypeMessage);
    return fileFault(`is not well-formed XML in line ${this.line}: ${reason.slice(0, 200)}`);
  }
}

/** Returns the name of an element or attribute without its namespace prefix. */
export function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
