import { createClient } from '#api/client.ts';
import { ApiError } from '#contract/api-error.ts';
import { matchCatalogueCall } from '#contract/catalogue-calls.ts';
import { catalogueShape, checkedShapeHeader } from '#contract/catalogue-shape.ts';
import { createCatalogueEdge } from '#offline/catalogue-edge.ts';
import { openCatalogueStore } from '#offline/catalogue-store.ts';
import type { Clock } from '#offline/drainer.ts';
import { keepShopTime } from '#offline/keep-shop-time.ts';
import type { ToPage } from '#offline/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

export const clock: Clock = {
  now: Date.now,
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Tells every open page of the shop. */
export async function tellPages(message: ToPage): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(message);
}

export const catalogue = createCatalogueEdge({
  store: openCatalogueStore(null),
  // Everyone gets the same answers: they are asked for without a name.
  request: createClient({
    baseUrl: self.location.origin,
    token: () => null,
    onShopTime: keepShopTime(null),
  }).request,
  clock,
  nextTurn: () => new Promise((resolve) => setTimeout(resolve)),
  tell: (news) => void tellPages(news),
});

/** Answers a catalogue call as the shop would; null where the request is none. */
export async function answerCatalogue(url: URL, event: ExtendableEvent): Promise<Response> {
  const asked = matchCatalogueCall(url);
  if (!asked) return Response.error();
  try {
    const { answer, savedAt, refreshed } = await catalogue.answer(asked);
    event.waitUntil(refreshed);
    if (savedAt === null) return Response.json(answer);
    return Response.json(answer, {
      headers: { 'X-Saved-At': savedAt, [checkedShapeHeader]: String(catalogueShape) },
    });
  } catch (error) {
    if (error instanceof ApiError && error.problem && typeof error.status === 'number') {
      return Response.json(error.problem, { status: error.status });
    }
    // No answer of the shop: the page is told what it would see without a worker.
    return Response.error();
  }
}
