/** Response body that is not JSON. */
export class FileBody {
  /** Content type without parameters. */
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Returns the body of a response. Null if it has none. */
export function readBody(headers: Headers, text: string): unknown {
  const [type = ''] = headers.get('content-type')?.split(';') ?? [];
  if (text === '') return null;
  return type === 'application/json' || type === '' ? JSON.parse(text) : new FileBody(type, text);
}
