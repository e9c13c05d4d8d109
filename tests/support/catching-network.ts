import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** An answer that something else gives instead of the shop. */
interface StandIn {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the connection to the shop behaves: normally, resetting each connection, or answering itself. */
export type Way = 'through' | 'cut' | StandIn;

/** Where a call is caught: before the shop has it, when the shop has answered it, or after this many bytes of the answer's body have arrived. */
export type Catch = 'request' | 'answer' | { readonly bytes: number };

/** A call that was caught on its way. */
export interface CaughtCall {
  isCaught(): boolean;
  /** Whether its sender is gone, or has given up. */
  isGivenUp(): boolean;
  /** Lets it continue, even if nobody waits for it; resolves once the shop has answered. */
  pass(): Promise<void>;
}

export interface CatchingNetwork {
  readonly port: number;
  set(way: Way): void;
  /** When the API calls since the last change of the way came (ms), whatever happened to them. */
  calls(): readonly number[];
  /** Catches only the next call with this method and path. */
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

/** A network between browser and shop, on its own port, that forwards call by call. */
export async function openCatchingNetwork(shopPort: () => number): Promise<CatchingNetwork> {
  let way: Way = 'through';
  let calls: number[] = [];
  const traps = new Set<Trap>();

  /** The shop's answer to a complete request. */
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

  /** Returns an answer that stops after `bytes` of its body. Returns a function that sends the rest. */
  function handBackPart(
    answer: IncomingMessage,
    response: ServerResponse,
    bytes: number,
  ): () => void {
    let left = bytes;
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    const take = (chunk: Buffer) => {
      response.write(chunk);
      left -= chunk.length;
      if (left <= 0) answer.off('data', take).pause();
    };
    answer.on('data', take).on('error', () => response.destroy());
    return () => answer.off('data', take).pipe(response);
  }

  async function carry(question: IncomingMessage, response: ServerResponse): Promise<void> {
    // A browser may request a tab's icon, or a newer worker after each event, at any time.
    if (question.url?.startsWith('/api/')) calls.push(performance.now());
    if (way === 'cut') {
      question.socket.resetAndDestroy();
      return;
    }
    if (way !== 'through') {
      question.resume();
      response.writeHead(way.status, way.headers).end(way.body);
      return;
    }
    const body = await buffer(question);
    const trap = [...traps].find(
      ({ method, path }) => method === question.method && path.test(question.url ?? ''),
    );
    if (!trap) {
      handBack(await answerOf(question, body), response);
      return;
    }
    traps.delete(trap);
    const answered = trap.at === 'request' ? null : await answerOf(question, body);
    if (answered && typeof trap.at === 'object') {
      const goOn = handBackPart(answered, response, trap.at.bytes);
      trap.hold({ response, pass: async () => goOn() });
      return;
    }
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
      calls = [];
      // Open connections follow the new way too.
      server.closeAllConnections();
    },
    calls: () => calls,
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
