import type { Page } from '@playwright/test';
import { paths } from '#contract/shop/paths.ts';
import type { Phone } from '#tests/support/phone.ts';
import type { Buyer } from '#tests/support/shop-api.ts';

async function seenAt(page: Page): Promise<number> {
  const at = await page.evaluate(() => window.seenAt);
  if (at === undefined) throw new Error('The page notes no time');
  return at;
}

/** Runs in the page before any of its scripts. */
function noteAllSaved(): void {
  window.seenAt = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const said = [...document.querySelectorAll('[role=status]')];
      if (!said.some(({ textContent }) => textContent.startsWith('All saved'))) return;
      observer.disconnect();
      resolve(performance.now());
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/**
 * Makes `ops` changes without the server, and resolves with how long it takes from opening the shop, once the
 * server is back, until the shop reports that all is saved, in ms. Needs 28 designs on each page it opens.
 * @throws if a change didn't arrive
 */
export async function emptyOutbox(phone: Phone, buyer: Buyer, ops: number): Promise<number> {
  const page = await phone.open();
  let done = 0;
  for (let shopPage = 1; done < ops; shopPage++) {
    await page.goto(`${phone.url}${paths.shop.path}?page=${shopPage}`);
    await page.getByRole('article').nth(27).waitFor();
    done += await page.evaluate((most) => {
      const buttons = document.querySelectorAll<HTMLButtonElement>(
        'article button:not(:disabled):not([aria-pressed=true])',
      );
      const pressed = [...buttons].slice(0, most);
      for (const button of pressed) button.click();
      return pressed.length;
    }, ops - done);
    await page.getByRole('button', { name: `${done} changes waiting` }).waitFor();
  }
  await phone.close();
  await phone.regain();

  const again = await phone.open();
  await again.addInitScript(noteAllSaved);
  await again.goto(phone.url + paths.shop.path, { waitUntil: 'commit' });
  const emptyAt = await seenAt(again);
  const { token } = buyer;
  const cart = await phone.api.call('cart', { token });
  const wishlist = await phone.api.call('wishlist', { token });
  const arrived = cart.items.length + wishlist.items.length;
  if (arrived !== ops) throw new Error(`${arrived} of ${ops} changes arrived`);
  return emptyAt;
}
