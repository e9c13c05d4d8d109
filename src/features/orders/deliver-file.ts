import { type HomeScreenNavigator, isHomeScreenApp } from '#ui/home-screen-app.ts';
import { saveBlob } from '#ui/save-blob.ts';

/** How a finished file can leave the page. */
export interface Platform {
  /** The system's share sheet; null where people expect a download. @throws as `navigator.share` */
  readonly share: ((file: File) => Promise<void>) | null;
  readonly save: (blob: Blob, fileName: string) => void;
}

/** An app on an iPhone's home screen has no downloads: it saves files through the share sheet (OP-21). */
export function pagePlatform(browser: HomeScreenNavigator = navigator): Platform {
  const canShare = isHomeScreenApp(browser) && 'canShare' in browser;
  return {
    share: canShare ? (file) => browser.share({ files: [file] }) : null,
    save: saveBlob,
  };
}

/**
 * Delivers a file to the buyer. `needs-tap`: the system requires another press, because the one that started
 * the download is too long ago; or the buyer closed the sheet and may open it again.
 */
export async function deliverFile(
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
