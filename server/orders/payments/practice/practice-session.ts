import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { PracticeOrder } from './practice-order.ts';
import { notFound, Refusal } from './practice-refusal.ts';
import type { PracticeStore } from './practice-store.ts';

export interface PracticeOptions {
  readonly store: PracticeStore;
  readonly clock: () => Date;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** PayPal forgets a `PayPal-Request-Id` after six hours. */
const keptMs = 6 * 3_600_000;
const tokenSeconds = 32_400;

/** What the stand-in keeps between requests: access tokens, orders, and answers by request id. */
export class PracticeSession {
  readonly #options: PracticeOptions;
  /** When each token expires, in ms since 1970. */
  readonly #tokens = new Map<string, number>();

  constructor(options: PracticeOptions) {
    this.#options = options;
  }

  /** Returns a new access token in PayPal's shape; null without the client's credentials. */
  issueToken(context: Context): object | null {
    const { clientId, clientSecret } = this.#options;
    const expected = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    if (context.req.header('authorization') !== `Basic ${expected}`) return null;
    const now = this.#now();
    for (const [token, endsAt] of this.#tokens) if (endsAt <= now) this.#tokens.delete(token);
    const token = randomBytes(24).toString('base64url');
    this.#tokens.set(token, now + tokenSeconds * 1000);
    return {
      access_token: token,
      token_type: 'Bearer',
      app_id: 'APP-PRACTICE',
      expires_in: tokenSeconds,
    };
  }

  /** @throws Refusal unless the request has a token that hasn't expired */
  assertAuthorised(context: Context): void {
    const token = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1] ?? '';
    if ((this.#tokens.get(token) ?? 0) <= this.#now()) {
      throw new Refusal(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN');
    }
  }

  order(id: string): PracticeOrder {
    const order = this.#options.store.order(id);
    if (!order) throw notFound();
    return order;
  }

  /** Runs `effect` once per request id. Order and answer are stored together; repeats get the same answer. */
  once(
    context: Context,
    scope: string,
    effect: () => { readonly order: PracticeOrder; readonly body: object },
  ): Response {
    const { store } = this.#options;
    const requestId = context.req.header('paypal-request-id');
    const key = requestId === undefined ? null : `${scope} ${requestId}`;
    const kept = key === null ? null : store.kept(key);
    const now = this.#now();
    if (kept && now - kept.at < keptMs) return jsonText(context, kept.body, 200);
    const { order, body } = effect();
    const text = JSON.stringify(body);
    const status = 201;
    store.commit(order, key === null ? null : { key, answer: { status, body: text, at: now } });
    return jsonText(context, text, status);
  }

  #now(): number {
    return this.#options.clock().getTime();
  }
}

function jsonText(context: Context, text: string, status: 200 | 201): Response {
  return context.body(text, status, { 'Content-Type': 'application/json' });
}
