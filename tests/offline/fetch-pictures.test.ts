import { afterEach, expect, test, vi } from 'vitest';
import { fetchPictures } from '../../sw/fetch-pictures.ts';

const paths = Array.from({ length: 20 }, (_, place) => `/images/${place}/640.avif`);
const picture = () =>
  new Response(new Uint8Array(100), { headers: { 'Content-Type': 'image/avif' } });

/** A fake cache with room for this many pictures. */
function cacheFake(room = Number.POSITIVE_INFINITY, ...here: readonly string[]) {
  const stored = new Map<string, Response>(here.map((path) => [path, picture()]));
  const cache: Pick<Cache, 'keys' | 'put'> = {
    keys: async () => [...stored.keys()].map((path) => new Request(`http://shop.test${path}`)),
    put: async (path, response) => {
      if (stored.size >= room) throw new DOMException('full', 'QuotaExceededError');
      stored.set(String(path), response);
    },
  };
  return { cache: cache as Cache, stored };
}

const isWell = async () => true;
const isUnwell = async () => false;

/** A network that answers each path; records the requested paths. */
function answer(say: (path: string) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return say(path);
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

test('stores the missing pictures and reports how many came', async () => {
  const { cache, stored } = cacheFake(Infinity, ...paths.slice(0, 5));
  const asked = answer(picture);
  let bytes = 0;
  const end = await fetchPictures(cache, paths, isWell, async (_, size) => {
    bytes += size;
    return true;
  });
  expect(end).toBe('done');
  expect(asked).toEqual(paths.slice(5));
  expect(stored.size).toBe(20);
  expect(bytes).toBe(1500);
});

const troubles = {
  'that is cut off': () => Promise.reject(new TypeError('Failed to fetch')),
  'that is busy': () => new Response('', { status: 503 }),
  'that asks for patience': () => new Response('', { status: 429 }),
  'behind a captive portal': () =>
    new Response('<html>', { headers: { 'Content-Type': 'text/html' } }),
} satisfies Record<string, () => Response | Promise<Response>>;

test.each(Object.entries(troubles))(
  'requests at most four pictures from a shop %s',
  async (_, say) => {
    const { cache, stored } = cacheFake();
    const asked = answer(say);
    expect(await fetchPictures(cache, paths, isUnwell)).toBe('unanswered');
    expect(asked).toHaveLength(4);
    expect(stored.size).toBe(0);
  },
);

test('skips a picture that the shop does not have', async () => {
  const { cache, stored } = cacheFake();
  answer((path) => (path === paths[3] ? new Response('', { status: 404 }) : picture()));
  expect(await fetchPictures(cache, paths, isWell)).toBe('done');
  expect(stored.size).toBe(19);
});

test.each([500, 403])('continues after a picture that always answers %i', async (status) => {
  const { cache, stored } = cacheFake();
  answer((path) => (path === paths[3] ? new Response('', { status }) : picture()));
  expect(await fetchPictures(cache, paths, isWell)).toBe('done');
  expect(stored.size).toBe(19);
});

test("requests at most six pictures after a shop's answers begin to fail", async () => {
  const { cache } = cacheFake();
  const asked = answer((path) =>
    paths.indexOf(path) < 2 ? picture() : new Response('', { status: 500 }),
  );
  expect(await fetchPictures(cache, paths, isUnwell)).toBe('unanswered');
  expect(asked).toHaveLength(8);
});

test('skips any number of broken pictures if the shop is otherwise healthy', async () => {
  const { cache, stored } = cacheFake();
  answer((path) => {
    const place = paths.indexOf(path);
    return place >= 3 && place < 10 ? new Response('', { status: 500 }) : picture();
  });
  expect(await fetchPictures(cache, paths, isWell)).toBe('done');
  expect(stored.size).toBe(13);
});

test('stops on a disk without room, even if the browser reports another error', async () => {
  const { cache } = cacheFake();
  answer(picture);
  cache.put = async () => {
    throw new DOMException('Entry already exists', 'InvalidAccessError');
  };
  expect(await fetchPictures(cache, paths, isWell)).toBe('full');
});

test('stops on a full device, and when told to', async () => {
  const asked = answer(picture);
  expect(await fetchPictures(cacheFake(6).cache, paths, isWell)).toBe('full');
  expect(asked).toHaveLength(8);
  expect(await fetchPictures(cacheFake().cache, paths, isWell, async () => false)).toBe('stopped');
  expect(asked).toHaveLength(12);
});
