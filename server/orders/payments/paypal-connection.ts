import type { Logger } from 'pino';
import * as v from 'valibot';
import { askedWithinMs, withoutRequest } from '../../platform/database/patience.ts';
import { causeOf } from '../../platform/http/cause-of.ts';
import type { ProviderResult } from './gateway.ts';
import { sortOf } from './paypal-issues.ts';
import { refusalSchema, tokenRefusalSchema, tokenSchema } from './paypal-messages.ts';

/** Sends a request: the platform's `fetch`, or a direct call of the stand-in. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface PaypalConnectionOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Base URL of the REST API, without a trailing slash. */
  readonly apiUrl: string;
  readonly fetch: Fetch;
  readonly clock: () => Date;
  readonly log: Logger;
  readonly timeoutMs: number;
}

interface Token {
  readonly text: string;
  readonly madeAt: number;
  readonly endsAt: number;
}

interface Exchange {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What an answer has at least after the database took a request's time, in milliseconds. */
const leastMs = 2_000;
/** How long before its expiry a token is renewed. */
const tokenMarginMs = 60_000;
/** A token older than this may lack permissions granted to the account since. */
const tokenFreshMs = 600_000;
/** Calls that change something have one, by which the provider recognises a repeated call. */
const requestIdHeader = 'PayPal-Request-Id';

/** Authorised calls of PayPal's REST API, sharing one access token that is renewed when needed. */
export class PaypalConnection {
  readonly #options: PaypalConnectionOptions;
  #token: Token | null = null;
  #renewal: Promise<ProviderResult<string>> | null = null;

  constructor(options: PaypalConnectionOptions) {
    this.#options = options;
  }

  /** An authorised JSON call. Renews a token that expired early, once. A missing permission (403) is not retried. */
  async send<T>(
    schema: v.GenericSchema<unknown, T>,
    method: Exchange['method'],
    path: string,
    request: { readonly requestId?: string; readonly body?: string } = {},
  ): Promise<ProviderResult<T>> {
    const { requestId, body } = request;
    for (let attempt = 1; ; attempt += 1) {
      const bearer = await this.#accessToken();
      if (bearer.kind !== 'ok') return bearer;
      const answer = await this.#exchange({
        method,
        path,
        headers: {
          Authorization: `Bearer ${bearer.value}`,
          Accept: 'application/json',
          'Content-Type': 'application/json',
          Prefer: 'return=representation',
          ...(requestId === undefined ? {} : { [requestIdHeader]: requestId }),
        },
        ...(body === undefined ? {} : { body }),
      });
      if (answer.kind !== 'denied') return shaped(schema, answer);
      const isEnded = answer.status === 401;
      this.#dropToken(bearer.value, isEnded ? 0 : tokenFreshMs);
      if (attempt === 2 || !isEnded) {
        const { issue } = answer;
        this.#options.log.error({ issue, path }, 'the payment provider refused our access');
        return answer;
      }
    }
  }

  /** Gets a new access token, as a check of the credentials. */
  async checkCredentials(): Promise<ProviderResult<null>> {
    const answer = await this.#renewToken();
    return answer.kind === 'ok' ? ok(null) : answer;
  }

  /** Sends one request and reads the whole answer; returns `unknown` if it can't be trusted. */
  async #exchange({ method, path, headers, body }: Exchange): Promise<ProviderResult<unknown>> {
    const { fetch, apiUrl, log } = this.#options;
    const signal = AbortSignal.timeout(this.#limitMs());
    try {
      const init = { method, headers, signal, redirect: 'manual' as const };
      const answering = fetch(apiUrl + path, body === undefined ? init : { ...init, body }).then(
        async (response) => {
          const { status, headers: answered } = response;
          const paypalRequestId = headers[requestIdHeader];
          // Their support asks for it.
          const debugId = answered.get('paypal-debug-id');
          const level = status < 300 && paypalRequestId === undefined ? 'debug' : 'info';
          const line = { method, path, status, debugId, paypalRequestId };
          log[level](line, 'the payment provider answered');
          return { status, text: await response.text() };
        },
      );
      return judge(await Promise.race([answering, whenAborted(signal)]));
    } catch (error) {
      return unknown(causeOf(error));
    }
  }

  async #accessToken(): Promise<ProviderResult<string>> {
    const token = this.#token;
    if (token && token.endsAt > this.#now()) return ok(token.text);
    // Others wait for it, too: the deadline of one request mustn't end it for all.
    this.#renewal ??= withoutRequest(() => this.#renewToken()).finally(() => {
      this.#renewal = null;
    });
    const late = whenAborted(AbortSignal.timeout(this.#limitMs()));
    return Promise.race([this.#renewal, late]).catch((error) => unknown(causeOf(error)));
  }

  #limitMs(): number {
    return Math.ceil(askedWithinMs(this.#options.timeoutMs, leastMs));
  }

  async #renewToken(): Promise<ProviderResult<string>> {
    const { clientId, clientSecret, log } = this.#options;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await this.#exchange({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        Authorization: `Basic ${credentials}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    });
    if (answer.kind === 'refused' || answer.kind === 'denied') {
      const { issue, status } = answer;
      log.error({ issue }, 'the payment provider refused our credentials');
      return { kind: 'denied', issue, status };
    }
    const parsed = shaped(tokenSchema, answer);
    if (parsed.kind !== 'ok') return parsed;
    const { access_token: text, expires_in: seconds } = parsed.value;
    const madeAt = this.#now();
    this.#token = { text, madeAt, endsAt: madeAt + seconds * 1000 - tokenMarginMs };
    return ok(text);
  }

  /** Drops a token that is at least `minAgeMs` old, unless another call has renewed it already. */
  #dropToken(text: string, minAgeMs: number): void {
    const token = this.#token;
    if (token?.text === text && this.#now() - token.madeAt >= minAgeMs) this.#token = null;
  }

  #now(): number {
    return this.#options.clock().getTime();
  }
}

/** Wraps an answer that can be trusted. */
export function ok<T>(value: T): ProviderResult<T> {
  return { kind: 'ok', value };
}

function unknown(reason: string) {
  return { kind: 'unknown', reason } as const;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer in time')));
  });
}

/** Interprets an HTTP answer. Only a well-formed refusal counts as one: a proxy's 404 page says nothing about an order. */
function judge({ status, text }: { status: number; text: string }): ProviderResult<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unknown(`status ${status} without JSON`);
  }
  if (status >= 200 && status < 300) return ok(value);
  const isDenied = status === 401 || status === 403;
  const schema =
    isDenied || status === 400 ? v.union([refusalSchema, tokenRefusalSchema]) : refusalSchema;
  const refusal = v.safeParse(schema, value);
  const mayHaveWorked = status < 400 || status >= 500 || status === 408 || status === 429;
  if (mayHaveWorked || !refusal.success) {
    if (status === 401) return { kind: 'denied', issue: 'AUTHENTICATION_FAILURE', status };
    return unknown(`status ${status}`);
  }
  const issue = refusal.output;
  if (sortOf(issue) === 'undecided') return unknown(issue);
  return { kind: isDenied ? 'denied' : 'refused', issue, status };
}

function shaped<T>(
  schema: v.GenericSchema<unknown, T>,
  answer: ProviderResult<unknown>,
): ProviderResult<T> {
  if (answer.kind !== 'ok') return answer;
  const parsed = v.safeParse(schema, answer.value);
  return parsed.success ? ok(parsed.output) : unknown('an answer of another shape');
}
