import { expect, it } from 'vitest';
import { isIosSafari } from '#features/install/ios-safari.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const safari = 'Version/18.6 Mobile/15E148 Safari/604.1';

it.each([
  ['an iPhone', `${iPhone} ${webKit} ${safari}`, 5, true],
  ['an iPad', `${mac} ${webKit} Version/18.6 Safari/605.1.15`, 5, true],
  ['a Mac', `${mac} ${webKit} Version/18.6 Safari/605.1.15`, 0, false],
  ['Chrome on an iPhone', `${iPhone} ${webKit} CriOS/140.0 Mobile/15E148 Safari/604.1`, 5, false],
  ['an app that shows a page', `${iPhone} ${webKit} Mobile/15E148`, 5, false],
  [
    'an Android phone',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    5,
    false,
  ],
])('%s', (_, userAgent, touchPoints, isSafari) => {
  expect(isIosSafari(userAgent, touchPoints)).toBe(isSafari);
});
