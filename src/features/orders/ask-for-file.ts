import { throughShopHeader } from '#contract/shop/paths.ts';

type FetchFile = (headers: Readonly<Record<string, string>>) => Promise<Response>;

/**
 * Requests a file, which the shop may redirect to its bucket. If the browser doesn't get it there, as behind a
 * firewall that knows only the shop, requests it through the shop.
 * @throws if there is no answer, or the reason of `signal`
 */
export async function askForFile(fetchFile: FetchFile, signal: AbortSignal): Promise<Response> {
  const answer = await fetchFile({}).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof TypeError) return null;
    throw error;
  });
  if (answer && (answer.ok || answer.status === 416 || !isElsewhere(answer))) return answer;
  return fetchFile({ [throughShopHeader]: '1' });
}

function isElsewhere({ redirected, url }: Response): boolean {
  return redirected && URL.parse(url)?.origin !== location.origin;
}
