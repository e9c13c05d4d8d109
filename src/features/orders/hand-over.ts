import { saveBlob } from '#ui/save-blob.ts';

/** How a finished file leaves the page. */
export interface Platform {
  /** The system's share sheet; null where a download is what people know. @throws as `navigator.share` */
  readonly share: ((file: File) => Promise<void>) | null;
  readonly save: (blob: Blob, fileName: string) => void;
}

/** What Safari alone has: whether this page runs as an app from the home screen. */
interface HomeScreenNavigator extends Navigator {
  readonly standalone?: boolean;
}

/** An app on an iPhone's home screen has no downloads: its files go out through the share sheet (OP-21). */
export function pagePlatform(browser: HomeScreenNavigator = navigator): Platform {
  const canShare = browser.standalone === true && 'canShare' in browser;
  return {
    share: canShare ? (file) => browser.share({ files: [file] }) : null,
    save: saveBlob,
  };
}

/**
 * Gives a file to the buyer. `needs-tap`: the system wants them to press a button for it, since the
 * press that began the download is too long ago; or they closed the sheet, and may open it again.
 */
export async function handOver(
  platform: Platform,
  blob: Blob,
  fileName: string,
): Promise<'given' | 'needs-tap'> {
  if (!platform.share) {
    platform.save(blob, fileName);
    return 'given';
  }
  try {
    await platform.share(new File([blob], fileName, { type: blob.type }));
    return 'given';
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'AbortError') return 'needs-tap';
    throw error;
  }
}
