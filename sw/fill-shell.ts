import { firstRequests } from '#contract/first-requests.ts';
import { pageDataBlock } from '#contract/page-data.ts';
import { matchPath } from '#contract/paths.ts';
import { screenShell } from '#contract/shell.ts';
import { catalogue } from './catalogue.ts';

/** A device that takes longer to read what it keeps holds up no page: the page asks then. */
const patienceMs = 500;

/**
 * The shell as a screen's own document: with its scripts, which load while the device is read, and
 * with what the device keeps of the answers that the screen needs first.
 */
export async function fillShell(shell: Response, url: URL): Promise<Response> {
  const screen = matchPath(url.pathname);
  const { head, rest } = screenShell(await shell.text(), screen?.name ?? null);
  const firsts = screen ? firstRequests(screen.name, screen.params, url.search.slice(1)) : [];
  const tooLong = new Promise<[]>((give) => setTimeout(() => give([]), patienceMs));
  const carried = Promise.race([catalogue.carry(firsts), tooLong]);
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async start(parts) {
      parts.enqueue(encoder.encode(head));
      parts.enqueue(encoder.encode(pageDataBlock(await carried, 'device') + rest));
      parts.close();
    },
  });
  const headers = new Headers(shell.headers);
  // Of the kept file, which this is no more.
  for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
  return new Response(body, { headers });
}
