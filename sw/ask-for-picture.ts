import { throughShopHeader } from '#contract/shop/paths.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';
import { isImage } from './is-image.ts';

/** How long another site may take to begin its answer, in ms. */
const siteMs = 5_000;

/**
 * Requests a picture from the shop, and from the site that it redirects to, if it does.
 * @throws if the shop doesn't answer
 */
export async function askForPicture(path: string, init: RequestInit = {}): Promise<Response> {
  // So a shop that doesn't answer is asked once, and not again for what only other sites refuse.
  const answer = await fetch(path, { ...init, redirect: 'manual' });
  return answer.type === 'opaqueredirect' ? pictureElsewhere(path, init) : answer;
}

/** A picture on another site, for a page. The last resort is an answer that can be shown, but neither read nor stored. */
export function shownFromElsewhere(path: string): Promise<Response> {
  return pictureElsewhere(path).catch(() => fetch(path, { mode: 'no-cors' }));
}

/**
 * A picture that the shop redirects to another site, in an answer that can be stored. The shop itself is asked if the
 * other site doesn't begin to answer in time, doesn't have the picture, or if the worker may not read its answer:
 * because it has no CORS headers, or because the browser has a copy without them, which it loaded for a page before
 * the worker came.
 */
async function pictureElsewhere(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await unlessLate(
    systemClock,
    siteMs,
    fetch(path, init).catch(() => null),
  );
  const isPicture = answer?.ok && isImage(answer);
  const { body, status, headers } = isPicture ? answer : await throughShop(path, init);
  // A tab that shows only a picture accepts no answer that was redirected.
  return new Response(body, { status, headers });
}

function throughShop(path: string, init: RequestInit): Promise<Response> {
  const headers = { [throughShopHeader]: '1' };
  // The browser may have stored the redirect, without what it depends on.
  return fetch(path, { ...init, redirect: 'error', cache: 'no-store', headers });
}
