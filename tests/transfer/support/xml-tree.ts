import sax from 'sax';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Parses the root element of a document. Throws an error if the document is not well-formed XML. */
export function parseXml(document: string): XmlElement {
  const outside: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [outside];
  const parser = sax.parser(true, {});
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const texts = Object.entries(attributes).map(([key, value]): [string, string] => [key, String(value)]);
    const element: XmlElement = { name, attributes: Object.fromEntries(texts), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  parser.ontext = (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.onclosetag = () => void open.pop();
  parser.write(document).close();
  const [root] = outside.children;
  if (!root) throw new Error('The document has no element.');
  return root;
}
