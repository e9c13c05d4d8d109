import { createClient } from '#api/client.ts';
import { matchCatalogueCall } from '#contract/catalogue/catalogue-calls.ts';
import { catalogueShape, checkedShapeHeader } from '#contract/catalogue/catalogue-shape.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { savedAtHeader } from '#contract/wire/client.ts';
import { createCatalogueEdge } from '#offline/catalogue/catalogue-edge.ts';
import { openCatalogueStore } from '#offline/catalogue/catalogue-store.ts';
import { timedCatalogueStore } from '#offline/catalogue/timed-catalogue-store.ts';
import type { ToPage } from '#offline/catalogue/worker-messages.ts';
import { createBackoff } from '#offline/sending/device-backoff.ts';
import { isSavingData } from '#offline/sending/is-saving-data.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { createShopTimeSaver } from '#offline/stores/shop-time-saver.ts';
import { withStoredLook } from './stored-look.ts';

/** The parts of the worker's scope used here; the tests' compiler library doesn't have that scope. */
declare const self: {
  readonly location: { readonly origin: string };
  readonly clients: {
    matchAll(wanted: {
      readonly type: 'window';
    }): Promise<readonly { postMessage(message: ToPage): void }[]>;
  };
};

/** The worker's automatic requests respect it. */
export const backoff = createBackoff({ idb: null, clock: systemClock, random: Math.random });

/** Sends a message to every open page of the shop. */
export async function notifyPages(message: ToPage): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message);
}

// Requests carry no token, because everyone gets the same answers.
const { request } = createClient({
  baseUrl: self.location.origin,
  token: () => null,
  onShopTime: createShopTimeSaver(null),
});

/** Asks the shop itself, and respects the backoff. */
export const askShop: typeof request = (...call) => backoff.track('catalogue', request(...call));

/** Whether the shop has its database and its files. */
export const isShopWell = (): Promise<boolean> =>
  askShop('ready').then(
    () => true,
    () => false,
  );

export const catalogue = createCatalogueEdge({
  store: withStoredLook(timedCatalogueStore(openCatalogueStore(null))),
  request: askShop,
  clock: systemClock,
  nextTurn: () => new Promise((resolve) => setTimeout(resolve)),
  tell: (news) => void notifyPages(news),
  isSavingData,
});

/** Answers a catalogue request as the shop would; a network error if the URL isn't one. */
export async function answerCatalogue(
  url: URL,
  event: { waitUntil(done: Promise<void>): void },
): Promise<Response> {
  const asked = matchCatalogueCall(url);
  if (!asked) return Response.error();
  try {
    const { answer, savedAt, refreshed } = await catalogue.answer(asked);
    event.waitUntil(refreshed.then(() => catalogue.askAhead(asked, answer)));
    if (savedAt === null) return Response.json(answer);
    return Response.json(answer, {
      headers: { [savedAtHeader]: savedAt, [checkedShapeHeader]: String(catalogueShape) },
    });
  } catch (error) {
    if (error instanceof ApiError && error.problem && typeof error.status === 'number') {
      const { savedAt } = error;
      const headers = new Headers(savedAt === null ? [] : [[savedAtHeader, savedAt]]);
      return Response.json(error.problem, { status: error.status, headers });
    }
    // The shop didn't answer: the page gets the error it would see without a worker.
    return Response.error();
  }
}
