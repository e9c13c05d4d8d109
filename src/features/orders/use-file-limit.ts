import { placeForFiles } from '#offline/files/file-keeping.ts';
import { useLoaded } from '#ui/use-loaded.ts';

const askLimit = async () => (await placeForFiles())?.maxBytes ?? 0;

/** The largest file in bytes that this browser can store; 0: it stores none. Infinity until that is known. */
export function useFileLimit(): number {
  return useLoaded(askLimit) ?? Number.POSITIVE_INFINITY;
}
