import type * as v from 'valibot';
import { fillTemplate } from './url-template.ts';

type EntriesSchema = v.GenericSchema<Record<string, unknown>>;

/**
 * One call of the API. Server, client, OpenAPI document and tests are all derived from its row in a table.
 * `Access` lists who may call; each table has its own.
 */
export interface Call<Access extends string = string> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the host; `{name}` is a path parameter. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  /** Schema of the path parameters. */
  readonly params?: EntriesSchema;
  /** Schema of the query string: takes texts, returns parsed values. */
  readonly query?: EntriesSchema;
  readonly body?: EntriesSchema;
  /** The encoding of the body; default `json`. `bytes`: a file's raw bytes, which the handler reads as a stream. */
  readonly bodyType?: 'json' | 'multipart' | 'bytes';
  /** Maximum size of a JSON body; default `limits.jsonBytes`. */
  readonly bodyBytes?: number;
  /** The field name under which a multipart body carries its files, each in a part of its own. */
  readonly filesField?: string;
  readonly answer: v.GenericSchema;
  /** Takes an `Idempotency-Key`. Repeating the key has no further effect. */
  readonly isIdempotent?: true;
  /**
   * Takes an `Idempotency-Key`, too, and is answered again after an answer that was lost, with the same secrets:
   * for what can't be done twice, or would be there twice. The client chooses the key by itself.
   */
  readonly isRepeatable?: true;
}

export type CallTable<Access extends string = string> = Readonly<Record<string, Call<Access>>>;

type Part<C, K extends string> = C extends Record<K, infer S extends v.GenericSchema> ? S : never;
type Output<S> = [S] extends [never] ? undefined : v.InferOutput<S & v.GenericSchema>;
type Input<S> = v.InferInput<S & v.GenericSchema>;
type TakesBytes = { readonly bodyType: 'bytes' };

/** What the handler of a call gets: the parsed parts of the request. */
export interface InputOf<C> {
  readonly params: Output<Part<C, 'params'>>;
  readonly query: Output<Part<C, 'query'>>;
  readonly body: C extends TakesBytes ? ReadableStream<Uint8Array> : Output<Part<C, 'body'>>;
}

/**
 * What the client passes to a call, before parsing. Only the parts that the call has. `query` is optional,
 * because every parameter of every query has a default.
 */
export type RequestOf<C> = {
  [K in 'params' | 'body' as Part<C, K> extends never ? never : K]: Input<Part<C, K>>;
} & { [K in 'query' as Part<C, K> extends never ? never : K]?: Input<Part<C, K>> } & {
  [K in 'body' as C extends TakesBytes ? K : never]: Blob;
};

export type AnswerOf<C extends Call> = v.InferOutput<C['answer']>;

/** The path of a call with its parameters filled in. */
export function pathOf({ path }: Call, params: Readonly<Record<string, string>> = {}): string {
  return fillTemplate(path, (name) => encodeURIComponent(params[name] ?? ''));
}
