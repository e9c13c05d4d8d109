import { catalogueShape, checkedShapeHeader } from '#contract/catalogue/catalogue-shape.ts';
import { type CallAnswer, type CallName, calls } from '#contract/shop/calls.ts';
import {
  type ClientDependencies as AnyClientDependencies,
  type ArgumentsOf,
  type CallOptions,
  createAsk,
  savedAtHeader,
} from '#contract/wire/client.ts';

export type RequestArguments<N extends CallName, O = unknown> = ArgumentsOf<(typeof calls)[N], O>;

/** An answer, and when the worker stored it (ISO 8601); null: fresh from the server. */
export interface Answered<N extends CallName> {
  readonly answer: CallAnswer<N>;
  readonly savedAt: string | null;
}

export interface Client {
  /**
   * Resolves with the parsed answer.
   * @throws ApiError, or the signal's reason if the caller aborts
   */
  request<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<CallAnswer<N>>;
  /** Like `request`, and also tells where the answer came from. */
  ask<N extends CallName>(
    name: N,
    ...request: RequestArguments<N, CallOptions>
  ): Promise<Answered<N>>;
}

export interface ClientDependencies
  extends Partial<Omit<AnyClientDependencies, 'onSignedOut' | 'isParsed'>> {
  /** Called when the server no longer accepts the token that a call carried. */
  readonly onSignedOut?: (token: string) => void;
  /** Called with the shop's time (ms since 1970) on each of its answers. */
  readonly onShopTime?: (shopTime: number) => void;
}

const defaultTimeoutMs = 20_000;

/** Creates a client. All calls of page, offline code and worker go through one. */
export function createClient(dependencies: ClientDependencies): Client {
  const { onShopTime, onSignedOut, ...others } = dependencies;
  const askShop = createAsk({
    timeoutMs: defaultTimeoutMs,
    // Parsing a whole catalogue again would delay a phone's first cards.
    isParsed: (headers) => headers.get(checkedShapeHeader) === String(catalogueShape),
    onSignedOut(token) {
      if (token !== null) onSignedOut?.(token);
    },
    ...others,
  });
  const ask: Client['ask'] = async (name, ...parts) => {
    const { answer, headers } = await askShop(calls[name], ...parts);
    const savedAt = headers.get(savedAtHeader);
    const shopTime = Date.parse(headers.get('Date') ?? '');
    if (savedAt === null && !Number.isNaN(shopTime)) onShopTime?.(shopTime);
    return { answer, savedAt };
  };
  return { ask, request: async (...call) => (await ask(...call)).answer };
}
