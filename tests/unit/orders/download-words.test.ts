import { expect, it } from 'vitest';
import { noDownload } from '#features/orders/download-view.ts';
import { buttonText, progressText, waitingText } from '#features/orders/download-words.ts';

it('shows how much has arrived', () => {
  expect(progressText(12_400_000, 38_000_000)).toBe('12.4\u00a0MB of 38\u00a0MB');
  expect(progressText(0, 38_000_000)).toBe('0\u00a0bytes of 38\u00a0MB');
  expect(progressText(120_000, 350_000)).toBe('120\u00a0kB of 350\u00a0kB');
  expect(progressText(12_400_000, null)).toBe('12.4\u00a0MB');
  expect(progressText(0, null)).toBe('');
});

it('offers to continue if a part is here', () => {
  const begun = { ...noDownload, phase: 'begun', reached: 349_999, total: 1_000_000 } as const;
  expect(buttonText(noDownload, 'Download Now')).toBe('Download Now');
  expect(buttonText(begun, 'Download Now')).toBe('Continue (34%)');
  expect(buttonText({ ...begun, total: null }, 'Download Now')).toBe('Continue');
  expect(buttonText({ ...begun, reached: 999_999 }, 'Download Now')).toBe('Continue (99%)');
  expect(buttonText({ ...begun, phase: 'running' }, 'Download Now')).toBe('Downloading…');
  expect(buttonText({ ...begun, phase: 'ready' }, 'Download Now')).toBe('Save file');
});

it('says what a download is waiting for', () => {
  const running = { ...noDownload, phase: 'running' } as const;
  expect(waitingText(running)).toBe('');
  expect(waitingText({ ...running, waitsFor: 'network' })).toBe('Waiting for a connection…');
  expect(waitingText({ ...running, waitsFor: 'tab' })).toBe('Downloading in another tab…');
  expect(waitingText({ ...running, waitsFor: 'shop' })).toBe('Being prepared at the shop…');
  expect(waitingText({ ...running, phase: 'ready' })).toMatch(/^Ready\./);
  expect(waitingText({ ...running, phase: 'begun', waitsFor: 'network' })).toBe('');
});
