import { throughShopHeader } from '#contract/shop/paths.ts';

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
 * worker may not read the other site's answer: because it has no CORS headers, or because the browser has a copy
 * without them, which it loaded for a page before the worker came.
 */
async function pictureElsewhere(path: string, init: RequestInit = {}): Promise<Response> {
  const { body, status, headers } = await fetch(path, init).catch(() =>
    fetch(path, { ...init, redirect: 'error', headers: { [throughShopHeader]: '1' } }),
  );
  // A tab that shows only a picture accepts no answer that was redirected.
  return new Response(body, { status, headers });
}
