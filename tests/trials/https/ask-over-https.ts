import { once } from 'node:events';
import { request } from 'node:https';
import { buffer } from 'node:stream/consumers';

interface Asked {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks sites on this machine under the names that their certificates have, and trusts only `root`. */
export function askOverHttps(port: number, root: Buffer) {
  return async (
    method: 'GET' | 'PUT',
    url: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Asked> => {
    const { hostname, pathname, search } = new URL(url);
    const sent = request({
      method,
      host: '127.0.0.1',
      port,
      path: pathname + search,
      servername: hostname,
      ca: root,
      agent: false,
      headers: { Host: hostname, ...headers },
    });
    sent.end();
    const [answer] = await once(sent, 'response');
    const { statusCode: status, headers: answered } = answer;
    return { status, headers: answered, body: await buffer(answer) };
  };
}
