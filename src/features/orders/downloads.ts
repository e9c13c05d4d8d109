import { type DownloadFile, type DownloadView, noDownload } from './download-view.ts';
import { type DownloadOutcome, type DownloadsParts, FileDownload } from './file-download.ts';

/** The downloads of this page; they continue while their buttons mount and unmount. */
export interface Downloads {
  view(link: string): DownloadView;
  /** Calls back after each change of the view; the first watcher of a link reads what is on the device. */
  watch(link: string, listener: () => void): () => void;
  /** Reads again what is on the device, because another tab may have changed it. */
  look(): void;
  /**
   * Fetches the file, or reads it from the device, and delivers it to the buyer; `toStore`: stores it too.
   * @throws if it can't be had complete
   */
  download(file: DownloadFile, wish?: { readonly toStore: boolean }): Promise<DownloadOutcome>;
  /** Stores the file on this device, fetching it if necessary. Problems are shown in the view. */
  store(file: DownloadFile): Promise<DownloadOutcome>;
  /** Removes a stored file from this device. */
  unstore(file: DownloadFile): Promise<void>;
  /** Stops storing a file; the part that arrived stays, for resuming. A download to be saved continues. */
  pause(file: DownloadFile): Promise<void>;
  /** Cancels a download and deletes what arrived. A file that is stored, whole, stays until it is unstored. */
  cancel(file: DownloadFile): Promise<void>;
  /** Stops and forgets everything, because the account was left. */
  leave(): void;
}

export function createDownloads(parts: DownloadsParts): Downloads {
  const files = new Map<string, FileDownload>();

  function fileAt(link: string): FileDownload {
    let file = files.get(link);
    if (!file) {
      file = new FileDownload(link, parts);
      files.set(link, file);
    }
    return file;
  }

  return {
    view: (link) => files.get(link)?.view ?? noDownload,
    watch: (link, listener) => fileAt(link).watch(listener),
    look() {
      for (const file of files.values()) if (file.isWatched) file.look();
    },
    download: ({ link, name }, wish) => fileAt(link).download(name, wish),
    store: ({ link, name }) => fileAt(link).store(name),
    unstore: ({ link }) => fileAt(link).unstore(),
    pause: ({ link }) => fileAt(link).pause(),
    cancel: ({ link }) => fileAt(link).drop({ keepsStored: true }),
    leave() {
      for (const file of files.values()) file.leave();
      files.clear();
    },
  };
}
