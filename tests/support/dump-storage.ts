import type { Page } from '@playwright/test';

/** One place where a browser stores data, with everything in it, bytes included. */
export interface KeptPlace {
  /** Such as `database pinwheel-device/values`. */
  readonly place: string;
  readonly text: string;
}

/** Everything that this origin stores in the browser, place by place. */
export async function dumpStorage(page: Page): Promise<KeptPlace[]> {
  const cookies = await page.context().cookies();
  return [{ place: 'cookies', text: JSON.stringify(cookies) }, ...(await page.evaluate(dumpPage))];
}

/** A text that was found in a place of `dumpStorage`. */
export interface FoundMark {
  readonly place: string;
  readonly mark: string;
}

/**
 * Where the browser stores any of these texts. They are looked for in the page: all that it stores is some
 * megabytes, and a journey looks often.
 */
export async function findStored(page: Page, marks: readonly string[]): Promise<FoundMark[]> {
  const cookies = JSON.stringify(await page.context().cookies());
  const inCookies = marks.filter((mark) => cookies.includes(mark));
  const inPage = await page.evaluate(
    `(${dumpPage})().then((places) => (${marksIn})(places, ${JSON.stringify(marks)}))`,
  );
  return [...inCookies.map((mark) => ({ place: 'cookies', mark })), ...(inPage as FoundMark[])];
}

/** Runs in the page. */
function marksIn(places: readonly KeptPlace[], marks: readonly string[]): FoundMark[] {
  return places.flatMap(({ place, text }) =>
    marks.filter((mark) => text.includes(mark)).map((mark) => ({ place, mark })),
  );
}

/** Runs in the page. */
async function dumpPage(): Promise<KeptPlace[]> {
  const places: KeptPlace[] = [];
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  // One character per byte, so that text in the bytes can be found.
  const bytes = (buffer: ArrayBuffer | ArrayBufferView<ArrayBuffer>) =>
    new TextDecoder('latin1').decode(buffer);

  /** The bytes and texts that JSON leaves out. */
  async function hidden(value: unknown): Promise<string> {
    if (value instanceof File) return value.name + bytes(await value.arrayBuffer());
    if (value instanceof Blob) return bytes(await value.arrayBuffer());
    if (value instanceof ArrayBuffer) return bytes(value);
    if (ArrayBuffer.isView(value)) return bytes(value as ArrayBufferView<ArrayBuffer>);
    if (value instanceof Map || value instanceof Set) return hidden([...value]);
    if (typeof value !== 'object' || value === null) return '';
    const parts = await Promise.all(Object.values(value).map(hidden));
    return parts.join('');
  }

  async function dumpFolder(folder: FileSystemDirectoryHandle, path: string): Promise<void> {
    for await (const handle of folder.values()) {
      const place = `${path}/${handle.name}`;
      if (handle.kind === 'directory') {
        places.push({ place, text: handle.name });
        await dumpFolder(handle, place);
      } else {
        const file = await handle.getFile();
        places.push({ place, text: await hidden(file) });
      }
    }
  }

  places.push({ place: 'localStorage', text: JSON.stringify({ ...localStorage }) });
  places.push({ place: 'sessionStorage', text: JSON.stringify({ ...sessionStorage }) });
  places.push({
    place: 'page',
    text: JSON.stringify([document.cookie, history.state, window.name, location.href]),
  });
  for (const { name = '' } of await indexedDB.databases()) {
    places.push({ place: `database ${name}`, text: name });
    const database = await done(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store);
      const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
      const text = JSON.stringify(values) + JSON.stringify(keys) + (await hidden(values));
      places.push({ place: `database ${name}/${store}`, text });
    }
    database.close();
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      const headers = [...request.headers, ...(response?.headers ?? [])];
      const body = response ? bytes(await response.arrayBuffer()) : '';
      const text = request.url + JSON.stringify(headers) + body;
      places.push({ place: `cache ${name} ${new URL(request.url).pathname}`, text });
    }
  }
  await dumpFolder(await navigator.storage.getDirectory(), 'files');
  return places;
}
