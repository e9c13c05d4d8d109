import { type FirstRequest, firstRequests } from '#contract/first-requests.ts';
import { type CarriedAnswer, pageDataBlock } from '#contract/page-data.ts';
import { matchPath, paths } from '#contract/paths.ts';
import { screenShell } from '#contract/shell.ts';
import { within } from '#offline/within.ts';

/**
 * A device that takes longer to read what it keeps holds up no page, which asks then. Its scripts take
 * as long on a slow phone, and drawing skeletons first costs it half of that again.
 */
const patienceMs = 1000;

/**
 * The shell as a screen's own document: with its scripts, which load while the device is read, and
 * with what the device keeps of the answers that the screen needs first. `carry` never rejects.
 */
export async function fillShell(
  shell: Response,
  url: URL,
  carry: (first: FirstRequest) => Promise<CarriedAnswer | null>,
): Promise<Response> {
  const screen = matchPath(url.pathname);
  // As the server answers it: the home page at another address would be drawn twice.
  if (!screen) return Response.redirect(new URL(paths.home.path, url).href, 302);
  const firsts = firstRequests(screen.name, screen.params, url.search.slice(1));
  const carried = Promise.all(firsts.map((first) => within(patienceMs, carry(first))));
  const { head, rest } = screenShell(await shell.text(), screen.name);
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(parts) {
      parts.enqueue(encoder.encode(startAtOnce(head)));
      const found = (await carried).filter((answer) => answer !== null);
      parts.enqueue(encoder.encode(pageDataBlock(found, 'device') + rest));
      parts.close();
    },
  });
  const headers = new Headers(shell.headers);
  // Of the kept file, which this is no more.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(body, { headers });
}

/** The scripts run while the device is still read, not after it: the page waits for its data itself. */
function startAtOnce(head: string): string {
  return head.replace('<script type="module"', '<script type="module" async');
}
