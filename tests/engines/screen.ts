import { expect } from '@playwright/test';
import type { Tab } from './engine-browser.ts';

/** Waits until a function answers true in the page, whatever documents come and go meanwhile. */
export async function until<A extends readonly unknown[]>(
  tab: Tab,
  what: string,
  run: (...args: A) => boolean | Promise<boolean>,
  ...args: A
): Promise<void> {
  const ask = () => tab.evaluate(run, ...args).catch(() => false);
  await expect.poll(ask, { message: what, intervals: [100] }).toBe(true);
}

/** Waits until the page shows a text. */
export async function see(tab: Tab, text: string): Promise<void> {
  await until(tab, `sees “${text}”`, (wanted) => document.body.innerText.includes(wanted), text);
}

export async function seePath(tab: Tab, path: string): Promise<void> {
  await until(tab, `is at ${path}`, (wanted) => location.pathname === wanted, path);
}

/** Presses what a selector finds with a name that matches, once it rests where it is and nothing covers it. */
export async function press(tab: Tab, selector: string, name: string): Promise<void> {
  let before = '';
  let spot = { x: 0, y: 0 };
  const isAtRest = async () => {
    const found = await tab.evaluate(findSpot, selector, name).catch(() => null);
    const now = JSON.stringify(found);
    const rests = found !== null && now === before;
    before = now;
    if (found) spot = found;
    return rests;
  };
  await expect
    .poll(isAtRest, { message: `finds ${selector} “${name}”`, intervals: [100] })
    .toBe(true);
  await tab.press(spot.x, spot.y);
}

/** In the page: the middle of the element that can be pressed. The payment's window is a tree of its own. */
function findSpot(selector: string, name: string): { x: number; y: number } | null {
  const wanted = new RegExp(name);
  // A busy browser may not have drawn its next step yet, and shows it at rest.
  const isMoving = (element: Element) =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect instanceof KeyframeEffect &&
          effect.target?.contains(element),
      );
  const trees: (Document | ShadowRoot)[] = [document];
  for (const tree of trees) {
    for (const { shadowRoot } of tree.querySelectorAll('*')) if (shadowRoot) trees.push(shadowRoot);
    for (const element of tree.querySelectorAll(selector)) {
      if (!wanted.test(element.ariaLabel ?? element.textContent.trim())) continue;
      if (isMoving(element)) return null;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      const spot = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      if (element.contains(tree.elementFromPoint(spot.x, spot.y))) return spot;
    }
  }
  return null;
}

/** Sets what a field contains, once it is there. */
export async function fill(tab: Tab, name: string, value: string): Promise<void> {
  await until(tab, `fills in “${name}”`, fillIn, name, value);
}

/** In the page: whether the field with a name that matches was there, and took the value. */
function fillIn(name: string, value: string): boolean {
  const wanted = new RegExp(name);
  const field = [...document.querySelectorAll('input')].find(({ ariaLabel, labels }) =>
    wanted.test(ariaLabel ?? labels?.[0]?.textContent ?? ''),
  );
  if (!field) return false;
  // The class's own setter, since React replaces the element's to learn of changes.
  Reflect.set(HTMLInputElement.prototype, 'value', value, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return field.value === value;
}

/** Waits until a picture that is wider than this many pixels has been drawn. */
export async function seePicture(tab: Tab, wider: number): Promise<void> {
  const isShown = (least: number) =>
    [...document.images].some(({ naturalWidth, width }) => naturalWidth > 0 && width > least);
  await until(tab, 'shows a picture', isShown, wider);
}

/** Waits until the header counts this many designs in the cart. */
export async function seeCount(tab: Tab, count: number): Promise<void> {
  const label = `Cart, ${count} ${count === 1 ? 'item' : 'items'}`;
  const isShown = (wanted: string) =>
    document.querySelector(`header [aria-label="${wanted}"]`) !== null;
  await until(tab, `counts “${label}”`, isShown, label);
}

/** Waits until the worker has stored what is needed without the shop. */
export async function seePack(tab: Tab): Promise<void> {
  await until(tab, 'has the pack', async () => {
    const { active } = await navigator.serviceWorker.ready;
    return active?.state === 'activated' && (await caches.has('pinwheel-pack'));
  });
}

/** Adds the design that is shown, and waits until the device has stored it: a busy one shows it before. */
export async function addToCart(tab: Tab, productId: string): Promise<void> {
  await press(tab, 'main button', '^Add to Cart');
  await see(tab, 'Item added to cart');
  await until(tab, 'has stored the line', isStored, productId);
}

/** In the page: whether a cart stored on the device has this design. */
async function isStored(productId: string): Promise<boolean> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name = '' } of await indexedDB.databases()) {
    if (!/^pinwheel-(visitor|account-)/.test(name)) continue;
    const database = await done(indexedDB.open(name));
    const lines = database.transaction('cartLines').objectStore('cartLines').getAll();
    const found = await done(lines).finally(() => database.close());
    if (found.some((line) => line.productId === productId)) return true;
  }
  return false;
}
