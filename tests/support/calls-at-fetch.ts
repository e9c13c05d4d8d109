import * as v from 'valibot';
import type { AnswerOf, Call, CallTable, InputOf } from '#contract/wire/call.ts';
import { type ProblemBody, type ProblemCode, problemStatus } from '#contract/wire/problem.ts';
import { queryRecord, templatePattern } from '#contract/wire/url-template.ts';
import { parsePart } from '#server/platform/http/parse.ts';
import { Problem } from '#server/platform/http/problem.ts';

/** Thrown by a handler: the page gets it as a problem of the shop. */
export class Refusal extends Error {
  readonly body: ProblemBody;

  constructor(code: ProblemCode, part: Partial<ProblemBody> = {}) {
    super(code);
    this.body = { message: '', code, ...part };
  }
}

/** A handler of a call that doesn't reach the server. */
export function lose(): never {
  throw new TypeError('Failed to fetch');
}

type MaybePromise<T> = T | Promise<T>;
export type HandlersOf<T extends CallTable> = {
  -readonly [N in keyof T]?: (input: InputOf<T[N]>) => MaybePromise<AnswerOf<T[N]>>;
};

/** A call that the page has made, with what it sent. */
interface SentCall<T extends CallTable> {
  readonly name: keyof T & string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Of the session; null: none. */
  readonly token: string | null;
}

export interface CallsAtFetch<T extends CallTable> {
  /** Takes the place of the page's `fetch`. */
  readonly fetch: typeof fetch;
  /** Whether the page reaches the server. */
  setReachable(isReachable: boolean): void;
  /** Holds back the answers of a call until the returned function is called, like a slow network. */
  hold(name: keyof T & string): () => void;
  /** The calls so far, oldest first. */
  readonly sent: readonly SentCall<T>[];
  /** The bodies that were sent with one call. */
  bodiesOf(name: keyof T & string): readonly unknown[];
  /** The queries that were sent with one call. */
  queriesOf(name: keyof T & string): SentCall<T>['query'][];
  /** Answers that a test gives in place of the server's own. */
  readonly handlers: HandlersOf<T>;
}

/**
 * A server of these calls behind `fetch`: it parses what the page sends, and what a handler answers, with the contract.
 * A body that the contract refuses is answered as the server does. A call that nothing answers fails as not found.
 */
export function callsAtFetch<T extends CallTable>(table: T, own: HandlersOf<T>): CallsAtFetch<T> {
  const patterns = Object.entries(table).map(([name, call]) => ({
    name: name as keyof T & string,
    call: call as Call,
    pattern: templatePattern(call.path),
    isFixed: !call.path.includes('{'),
  }));
  patterns.sort((a, b) => Number(b.isFixed) - Number(a.isFixed));
  const sent: SentCall<T>[] = [];
  const handlers: HandlersOf<T> = {};
  let isReachable = true;
  const held = new Map<keyof T, Promise<void>>();

  /** The answer is made at once, and may reach the page late. */
  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const asked = patterns.find(
      ({ call, pattern }) => call.method === request.method && pattern.test(url.pathname),
    );
    if (!asked) return problem({ message: '', code: 'NOT_FOUND' });
    const answered = await answerOf(asked, request);
    await held.get(asked.name);
    return answered;
  }

  async function answerOf({ name, call, pattern }: (typeof patterns)[number], request: Request) {
    const url = new URL(request.url);
    const body = await bodyOf(call, request);
    const token = request.headers.get('Authorization')?.replace('Bearer ', '') ?? null;
    const query = queryRecord(url.search);
    sent.push({ name, query, body, token });
    const handler = (handlers[name] ?? own[name]) as
      | ((input: unknown) => MaybePromise<unknown>)
      | undefined;
    try {
      if (!handler) throw new Refusal('NOT_FOUND');
      const input = {
        params: call.params && v.parse(call.params, { ...pattern.exec(url.pathname)?.groups }),
        query: call.query && v.parse(call.query, query),
        body: call.body ? parsePart(call.body, body) : body,
      };
      const answered = v.parse(call.answer, await handler(input));
      return answered instanceof Response ? answered : Response.json(answered);
    } catch (error) {
      if (error instanceof Refusal || error instanceof Problem) return problem(error.body);
      throw error;
    }
  }

  return {
    async fetch(input, init) {
      if (!isReachable) lose();
      return answer(new Request(input, init));
    },
    setReachable(value) {
      isReachable = value;
    },
    hold(name) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(name, promise);
      return () => {
        held.delete(name);
        resolve();
      };
    },
    sent,
    bodiesOf: (wanted) => sent.filter(({ name }) => name === wanted).map(({ body }) => body),
    queriesOf: (wanted) => sent.filter(({ name }) => name === wanted).map(({ query }) => query),
    handlers,
  };
}

/** Of a multipart body the text fields, and the names of its files by their field. */
async function bodyOf({ bodyType, filesField }: Call, request: Request): Promise<unknown> {
  if (bodyType === 'bytes') return request.body;
  if (bodyType === 'multipart') {
    const form = await request.formData();
    const texts = [...form].filter(([, value]) => typeof value === 'string');
    const files = filesField === undefined ? [] : form.getAll(filesField);
    const names = files.map((file) => (file instanceof File ? file.name : ''));
    return { ...Object.fromEntries(texts), ...(filesField && { [filesField]: names }) };
  }
  const text = await request.text();
  return text === '' ? undefined : JSON.parse(text);
}

function problem(body: ProblemBody): Response {
  return Response.json(body, { status: problemStatus[body.code] });
}
