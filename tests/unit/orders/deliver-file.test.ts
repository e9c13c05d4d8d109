import { describe, expect, it } from 'vitest';
import { deliverFile, pagePlatform } from '#features/orders/deliver-file.ts';

const blob = new Blob(['foxes'], { type: 'image/png' });

function platform(share: ((file: File) => Promise<void>) | null) {
  const saved: string[] = [];
  return { saved, share, save: (_: Blob, name: string) => void saved.push(name) };
}

function browser(part: object): Navigator {
  return { canShare: () => true, share: async () => {}, ...part } as unknown as Navigator;
}

describe('a finished file', () => {
  it('is saved as a download', async () => {
    const page = platform(null);

    expect(await deliverFile(page, blob, 'Foxes.png')).toBe('given');

    expect(page.saved).toEqual(['Foxes.png']);
  });

  it('is shared through the share sheet of an app on the home screen, under its name', async () => {
    const shared: File[] = [];
    const page = platform(async (file) => void shared.push(file));

    expect(await deliverFile(page, blob, 'Foxes.png')).toBe('given');

    expect(shared.map(({ name, type, size }) => ({ name, type, size }))).toEqual([
      { name: 'Foxes.png', type: 'image/png', size: 5 },
    ]);
    expect(page.saved).toEqual([]);
  });

  it('waits for a tap if the sheet requires one or was closed', async () => {
    for (const name of ['NotAllowedError', 'AbortError']) {
      const page = platform(() => Promise.reject(new DOMException('no', name)));
      expect(await deliverFile(page, blob, 'Foxes.png')).toBe('needs-tap');
    }
    const broken = platform(() => Promise.reject(new TypeError('broken')));
    await expect(deliverFile(broken, blob, 'Foxes.png')).rejects.toThrow('broken');
  });
});

it('shares only from a home screen that can share files', () => {
  expect(pagePlatform(browser({ standalone: true })).share).not.toBe(null);
  expect(pagePlatform(browser({ standalone: false })).share).toBe(null);
  expect(pagePlatform(browser({})).share).toBe(null);
  expect(pagePlatform({ standalone: true } as unknown as Navigator).share).toBe(null);
});
