import { paths, productPath, searchPath } from '#contract/shop/paths.ts';
import type { Phone } from '#tests/support/phone.ts';
import { openBareTab } from './bare-tab.ts';

/** Slows this machine to a mid-range phone. The browser slows only pages, not workers. */
export const cpuSlowdown = 4;

/** A screen at which the shop is opened, and when a buyer can read and use it. */
export interface StartScreen {
  readonly name: string;
  /** The URL of one start; each requests what no earlier start did, if a buyer would. */
  readonly path: (start: number, designs: readonly string[]) => string;
  /** What must be true in the page. */
  readonly isThere: readonly (() => boolean)[];
}

/** Cards with titles and prices, and no placeholder left. */
function hasCards(): boolean {
  const cards = [...document.querySelectorAll('main article')];
  const isWhole = (card: Element) =>
    card.querySelector('h3')?.textContent !== '' && /\$\d/.test(card.textContent);
  return cards.length > 0 && cards.every(isWhole);
}

/** The filters can be pressed. */
function hasFilters(): boolean {
  return [...document.querySelectorAll('button')].some(
    ({ textContent, disabled }) => textContent.startsWith('Filters') && !disabled,
  );
}

/** Title, price and the buy button. */
function hasDesign(): boolean {
  const design = document.querySelector('main article');
  const title = design?.querySelector('h1')?.textContent ?? '';
  const button = [...(design?.querySelectorAll('button') ?? [])].some(
    ({ textContent, disabled }) => textContent.includes('Add to Cart') && !disabled,
  );
  return title !== '' && button && /\$\d/.test(design?.textContent ?? '');
}

/** The opening text, a search box, and the featured images. */
function hasHome(): boolean {
  return (
    document.querySelector('main h1') !== null &&
    document.querySelector('main form input') !== null &&
    document.querySelector('[aria-labelledby=featured-title] img') !== null
  );
}

const searches = [
  'sleepy fox',
  'tiny whale',
  'velvet daisy',
  'rocket retro',
  'lemon',
  'seamles owl',
  'gouache cloud',
  'berry blue',
  'dinos',
  'quiet moon',
];

export const startScreens: readonly StartScreen[] = [
  { name: 'Home', path: () => paths.home.path, isThere: [hasHome] },
  { name: 'Shop', path: () => paths.shop.path, isThere: [hasCards, hasFilters] },
  {
    name: 'a design',
    path: (start, designs) => productPath(designs[start] ?? ''),
    isThere: [hasDesign],
  },
  {
    name: 'a search',
    path: (start) => searchPath(searches[start % searches.length] ?? ''),
    isThere: [hasCards],
  },
];

declare global {
  interface Window {
    /** Resolves with the milliseconds from the start of the navigation to what the bench waits for. */
    seenAt?: Promise<number>;
  }
}

/**
 * In a new browser with the profile in `folder`, without a server: the milliseconds from the start of the
 * navigation until `screen` is painted, on a slowed page.
 */
export async function coldStart(
  { folder, url }: Pick<Phone, 'folder' | 'url'>,
  { isThere }: StartScreen,
  path: string,
): Promise<number> {
  const tab = await openBareTab(folder);
  try {
    await tab.send('Page.enable');
    await tab.send('Emulation.setDeviceMetricsOverride', {
      width: 390,
      height: 844,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await tab.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await tab.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${noteSeen})([${isThere.join()}])`,
    });
    const loaded = tab.event('Page.loadEventFired');
    await tab.send('Page.navigate', { url: url + path });
    await loaded;
    const { result } = (await tab.send('Runtime.evaluate', {
      expression: 'window.seenAt',
      awaitPromise: true,
    })) as { readonly result: { readonly value?: number } };
    if (result.value === undefined) throw new Error('The page notes no time');
    return result.value;
  } finally {
    await tab.close();
  }
}

/** Runs in the page before any of its scripts. */
function noteSeen(isThere: readonly (() => boolean)[]): void {
  window.seenAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isThere.every((holds) => holds())) return;
      observer.disconnect();
      // The frame that shows it is painted before the next task.
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}
