import { type FirstRequest, firstRequests } from '#contract/shop/first-requests.ts';
import { type CarriedAnswer, deviceDataPreload, pageDataJson } from '#contract/shop/page-data.ts';
import { matchPath, paths } from '#contract/shop/paths.ts';
import { screenShell } from '#contract/shop/shell.ts';
import { systemClock } from '#offline/sending/system-clock.ts';
import { unlessLate } from '#offline/sending/unless-late.ts';

/**
 * How long to wait for stored data, in ms; after that the page fetches it. Starting the scripts takes as long
 * on a slow phone, and rendering skeletons first would add half of that.
 */
const patienceMs = 1000;

/** Turns the shell into the document of the screen at `url`. Its page requests `deviceData`. */
export async function fillShell(shell: Response, url: URL): Promise<Response> {
  const screen = matchPath(url.pathname);
  // Redirects like the server: under another URL, the home page would be rendered twice.
  if (!screen) return Response.redirect(new URL(paths.home.path, url).href, 302);
  const { head, rest } = screenShell(await shell.text(), screen.name);
  const headers = new Headers(shell.headers);
  // These belong to the stored file, not to this document.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(head + deviceDataPreload(url) + rest, { headers });
}

/** The stored answers that the screen at `url` needs first. `carry` must not reject. */
export async function deviceData(
  url: URL,
  carry: (first: FirstRequest) => Promise<CarriedAnswer | null>,
): Promise<Response> {
  const screen = matchPath(url.pathname);
  const firsts = screen ? firstRequests(screen.name, screen.params, url.search.slice(1)) : [];
  const carried = await Promise.all(
    firsts.map((first) => unlessLate(systemClock, patienceMs, carry(first))),
  );
  const found = carried.filter((answer) => answer !== null);
  return new Response(pageDataJson(found), { headers: { 'Content-Type': 'application/json' } });
}
