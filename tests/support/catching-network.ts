import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** How the way to the shop behaves: as it should, or breaking off at once. */
export type Way = 'through' | 'cut';

/** Where on its way a call is caught: before the shop has it, or when the shop has answered it. */
export type Catch = 'request' | 'answer';

/** One call that is caught on its way. */
export interface CaughtCall {
  isCaught(): boolean;
  /** Whoever sent it is gone, or has given it up. */
  isGivenUp(): boolean;
  /** Goes on its way, whoever still waits for it; resolves once the shop has answered it. */
  pass(): Promise<void>;
}

export interface CatchingNetwork {
  readonly port: number;
  set(way: Way): void;
  /** Catches the next call of this method and path, and no other. */
  catchNext(method: string, path: RegExp, at: Catch): CaughtCall;
  end(): Promise<void>;
}

interface Caught {
  readonly response: ServerResponse;
  readonly pass: () => Promise<void>;
}

interface Trap {
  readonly method: string;
  readonly path: RegExp;
  readonly at: Catch;
  readonly hold: (call: Caught) => void;
}

/** A network between browser and shop, at a port of its own, that carries call by call. */
export async function openCatchingNetwork(shopPort: () => number): Promise<CatchingNetwork> {
  let way: Way = 'through';
  const traps = new Set<Trap>();

  /** The shop's answer to a whole request. */
  async function answerOf(question: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, url, rawHeaders } = question;
    const asked = ask({
      port: shopPort(),
      host: '127.0.0.1',
      agent: false,
      method,
      path: url,
      headers: rawHeaders,
    });
    asked.end(body);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  }

  function handBack(answer: IncomingMessage, response: ServerResponse): void {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  }

  async function carry(question: IncomingMessage, response: ServerResponse): Promise<void> {
    if (way === 'cut') throw new Error('No way to the shop');
    const body = await buffer(question);
    const trap = [...traps].find(
      ({ method, path }) => method === question.method && path.test(question.url ?? ''),
    );
    if (!trap) {
      handBack(await answerOf(question, body), response);
      return;
    }
    traps.delete(trap);
    const answered = trap.at === 'answer' ? await answerOf(question, body) : null;
    trap.hold({
      response,
      async pass() {
        const answer = answered ?? (await answerOf(question, body));
        if (response.destroyed) answer.resume();
        else handBack(answer, response);
      },
    });
  }

  const server = createServer((question, response) => {
    carry(question, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as { port: number }).port,
    set(next) {
      way = next;
      // What is open goes the way of the new way too.
      server.closeAllConnections();
    },
    catchNext(method, path, at) {
      let caught: Caught | undefined;
      traps.add({
        method,
        path,
        at,
        hold: (call) => {
          caught = call;
        },
      });
      return {
        isCaught: () => caught !== undefined,
        isGivenUp: () => caught?.response.destroyed ?? false,
        pass: async () => caught?.pass(),
      };
    },
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
