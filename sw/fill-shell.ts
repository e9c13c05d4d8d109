import { type FirstRequest, firstRequests } from '#contract/shop/first-requests.ts';
import { type CarriedAnswer, deviceDataBlock, pageDataJson } from '#contract/shop/page-data.ts';
import { matchPath, paths } from '#contract/shop/paths.ts';
import { screenShell } from '#contract/shop/shell.ts';
import { withTimeout } from '#offline/stores/with-timeout.ts';

/**
 * A device that takes longer to read what it keeps holds up no page, which asks then. Its scripts take
 * as long on a slow phone, and drawing skeletons first costs it half of that again.
 */
const patienceMs = 1000;

/** The shell as a screen's own document, whose page asks for `deviceData`. */
export async function fillShell(shell: Response, url: URL): Promise<Response> {
  const screen = matchPath(url.pathname);
  // As the server answers it: the home page at another address would be drawn twice.
  if (!screen) return Response.redirect(new URL(paths.home.path, url).href, 302);
  const { head, rest } = screenShell(await shell.text(), screen.name);
  const headers = new Headers(shell.headers);
  // Of the kept file, which this is no more.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(head + deviceDataBlock(url) + rest, { headers });
}

/** What the device keeps of the answers that the screen at `url` needs first. `carry` never rejects. */
export async function deviceData(
  url: URL,
  carry: (first: FirstRequest) => Promise<CarriedAnswer | null>,
): Promise<Response> {
  const screen = matchPath(url.pathname);
  const firsts = screen ? firstRequests(screen.name, screen.params, url.search.slice(1)) : [];
  const carried = await Promise.all(firsts.map((first) => withTimeout(patienceMs, carry(first))));
  const found = carried.filter((answer) => answer !== null);
  return new Response(pageDataJson(found), { headers: { 'Content-Type': 'application/json' } });
}
