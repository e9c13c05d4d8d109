import { toast } from './toast.ts';

/** Copies the link of a page of the shop, and says so. */
export async function copyLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.origin + path);
    toast.success('Link copied');
  } catch {
    toast.error('The link couldn’t be copied. Copy it from the address bar.');
  }
}

/** Opens the system's share sheet for a page of the shop; copies its link where there is none. */
export async function shareLink(title: string, path: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(path);
  try {
    await navigator.share({ title, url: location.origin + path });
  } catch (error) {
    const isClosed = error instanceof DOMException && error.name === 'AbortError';
    if (!isClosed) await copyLink(path);
  }
}
