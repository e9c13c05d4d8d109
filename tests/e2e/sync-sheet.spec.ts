import type { Locator, Page } from '@playwright/test';
import { type CallName, callPath } from '#contract/shop/calls.ts';
import { paths } from '#contract/shop/paths.ts';
import { type ProblemCode, problemStatus } from '#contract/wire/problem.ts';
import { cartLines, expect, signIn, test, toast } from '#tests/support/buying-test.ts';
import { addFromPage, serverCart, someDesigns } from '#tests/support/device-journeys.ts';
import { askForCustom } from '#tests/support/waiting-changes.ts';

test.use({ expectedErrors: [/status of (404|409|403)|ERR_FAILED/] });

/** `blocked`: a proxy answers instead of the shop. */
type Fate = ProblemCode | 'lost' | 'blocked' | 'through';

/** Decides what happens to a call from now on; the returned function changes it. */
async function befall(page: Page, name: CallName, first: Fate): Promise<(next: Fate) => void> {
  let fate = first;
  await page.route(`**${callPath(name)}`, (route) => {
    if (fate === 'through') return route.fallback();
    if (fate === 'lost') return route.abort();
    if (fate === 'blocked') {
      return route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Not here</h1>' });
    }
    const json = { code: fate, message: `Refused: ${fate}` };
    return route.fulfill({ status: problemStatus[fate], json });
  });
  return (next) => {
    fate = next;
  };
}

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Changes' });

/** The section of the sheet with this title. */
function part(page: Page, title: 'Waiting' | 'Failed' | 'Done'): Locator {
  return sheet(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('listitem');
}

async function openSheet(page: Page, chip: RegExp): Promise<void> {
  await page.getByRole('button', { name: chip }).click();
  await expect(sheet(page)).toBeVisible();
}

test('the list of changes says what became of each, and what the buyer can do', async ({
  page,
  api,
}) => {
  const buyer = await api.newBuyer();
  const [fox, moon, fern] = await someDesigns(api);
  await signIn(page, buyer);
  const letAdds = await befall(page, 'cartAdd', 'NOT_FOUND');

  await test.step('refused changes are retried or undone', async () => {
    await addFromPage(page, fox._id, 'Refused: NOT_FOUND');
    await addFromPage(page, moon._id, 'Refused: NOT_FOUND');
    await openSheet(page, /^2 changes failed/);
    const refused = part(page, 'Failed');
    await expect(refused).toHaveText([/Refused: NOT_FOUND/, /Refused: NOT_FOUND/]);

    await refused.filter({ hasText: moon.title }).getByRole('button', { name: 'Dismiss' }).click();
    await expect(refused).toHaveText([new RegExp(fox.title)]);
    letAdds('through');
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(refused).toHaveCount(0);
    await expect(part(page, 'Done')).toContainText([fox.title]);
    expect(await serverCart(api, buyer)).toEqual([fox._id]);
  });

  await test.step('a failed removal leaves the design there', async () => {
    await befall(page, 'cartRemove', 'NOT_FOUND');
    await page.goto(paths.cart.path);
    await page.getByRole('button', { name: `Remove ${fox.title}` }).click();
    await openSheet(page, /^1 change failed/);
    await part(page, 'Failed').getByRole('button', { name: 'Dismiss' }).click();
    await expect(part(page, 'Failed')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(cartLines(page)).toHaveText([new RegExp(fox.title)]);
    expect(await serverCart(api, buyer)).toEqual([fox._id]);
  });

  await test.step('a change is reported as blocked after the third time, and sent once it gets through', async () => {
    letAdds('blocked');
    await addFromPage(page, moon._id);
    await addFromPage(page, fern._id);
    await openSheet(page, /2 changes waiting/);
    const tryNow = sheet(page).getByRole('button', { name: 'Try now' });
    const blocked =
      'Something between this device and the shop is blocking the connection (status 403). Your 2 changes are saved and will be sent.';
    // It has been attempted at least twice by then: on page load, and with each add.
    await tryNow.click();
    await expect(sheet(page)).toContainText(blocked);
    await expect(part(page, 'Waiting')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await openSheet(page, /^Blocked · 2 changes waiting/);

    letAdds('through');
    await tryNow.click();
    await expect(part(page, 'Done')).toContainText([fern.title, moon.title, fox.title]);
    await expect(sheet(page)).not.toContainText('is blocking the connection');
    expect(await serverCart(api, buyer)).toEqual([fox._id, moon._id, fern._id]);
  });
});

test('says so when a refused change that is tried again can’t be stored', async ({ page, api }) => {
  const [fox] = await someDesigns(api);
  await signIn(page, await api.newBuyer());
  await befall(page, 'cartAdd', 'NOT_FOUND');
  await addFromPage(page, fox._id, 'Refused: NOT_FOUND');
  await openSheet(page, /^1 change failed/);
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The database is broken', 'DataError');
    };
  });

  await part(page, 'Failed').getByRole('button', { name: 'Try again' }).click();

  await expect(
    toast(page, 'This couldn’t be stored on this device. Please try again.'),
  ).toBeVisible();
  await expect(part(page, 'Failed')).toHaveCount(1);
});

test('a refused custom request is sent again, discarded for good, or opened again', async ({
  page,
  api,
}) => {
  await signIn(page, await api.newBuyer());
  const letRequests = await befall(page, 'customRequest', 'lost');
  const refused = part(page, 'Failed');

  await test.step('it is sent again, or discarded for good', async () => {
    for (const description of ['Owls at a wedding', 'Newts on a picnic']) {
      await page.goto('/?custom');
      await askForCustom(page, description);
    }
    await openSheet(page, /2 changes waiting/);
    letRequests('CUSTOMS_CLOSED');
    await sheet(page).getByRole('button', { name: 'Try now' }).click();
    await expect(refused).toHaveText([/Owls at a wedding/, /Newts on a picnic/]);

    await refused.first().getByRole('button', { name: 'Delete' }).click();
    await expect(refused).toHaveText([/Newts on a picnic/]);
    letRequests('through');
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect(refused).toHaveCount(0);
    await expect(part(page, 'Done')).toContainText(['Newts on a picnic']);
    const received = api.sql(
      `SELECT description FROM customRequests WHERE description IN (?, ?)`,
      'Owls at a wedding',
      'Newts on a picnic',
    );
    expect(received).toEqual([{ description: 'Newts on a picnic' }]);
    await page.reload();
    await expect(page.getByRole('button', { name: /failed|waiting/ })).toHaveCount(0);
  });

  await test.step('it is opened again', async () => {
    letRequests('lost');
    await page.goto('/?custom');
    await askForCustom(page, 'Foxes in a wood');
    await openSheet(page, /1 change waiting/);
    await expect(part(page, 'Waiting')).toContainText([/1 picture: .*Foxes in a wood/]);

    letRequests('CUSTOMS_CLOSED');
    await sheet(page).getByRole('button', { name: 'Try now' }).click();
    await expect(refused).toContainText(['Refused: CUSTOMS_CLOSED']);
    await refused.getByRole('link', { name: 'Open' }).click();
    const form = page.getByRole('dialog', { name: 'Request a Custom Design' });
    await expect(form.getByLabel('Description')).toHaveValue('Foxes in a wood');
  });
});
