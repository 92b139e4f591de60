import { get } from 'node:http';

/** Whether a GET of the URL is answered with 200. Rejects when nothing answers before `deadline`. */
export function answersOk(url: string, deadline: AbortSignal, headers: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = get(url, { signal: deadline, agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('error', reject);
  });
}
