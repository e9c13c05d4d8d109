import type { Page } from '@playwright/test';
import { messages } from '#contract/messages/messages.ts';
import { callPath } from '#contract/shop/calls.ts';
import { referenceImagesField } from '#contract/shop/custom-request.ts';
import { customRequestPath } from '#contract/shop/paths.ts';
import { everythingKept } from '#tests/support/device-journeys.ts';
import { changeAnswer, holdCall, watchCalls } from '#tests/support/page-calls.ts';
import type { ShopApi } from '#tests/support/shop-api.ts';
import { expect, test } from '#tests/support/shop-test.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request a Custom Design' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name });
const opener = (page: Page) => page.getByRole('button', { name: 'REQUEST A CUSTOM' });
const chosen = (page: Page) =>
  dialog(page).getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem');

/** One red pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: pixel });

async function openRequest(page: Page): Promise<void> {
  await page.goto('/');
  await opener(page).click();
  await expect(dialog(page)).toBeVisible();
}

async function fill(page: Page, description: string): Promise<void> {
  await dialog(page).getByLabel('Name').fill('Hazel Button');
  await dialog(page).getByLabel('Email').fill('hazel@shop.example');
  await dialog(page).getByLabel('Design type').selectOption('Exclusive');
  await dialog(page).getByLabel('Description').fill(description);
}

/** What the studio received. */
function received(api: ShopApi, description: string) {
  return api.sql(
    `SELECT name, email, designType, count(image.id) AS pictures
     FROM customRequests AS request LEFT JOIN customRequestImages AS image ON image.requestId = request.id
     WHERE description = ? GROUP BY request.id`,
    description,
  );
}

test('the app’s shortcut opens the form only while custom requests are open', async ({ page }) => {
  await test.step("says why nothing opens when the app's shortcut meets a closed studio", async () => {
    await page.route(
      ({ search }) => search === '?custom',
      async (route) => {
        const response = await route.fetch();
        const html = await response.text();
        await route.fulfill({ response, body: html.replace('"status":"On"', '"status":"Off"') });
      },
    );
    await page.goto(customRequestPath);
    await expect(toasts(page).getByText(messages.custom.closed)).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(dialog(page)).toHaveCount(0);
  });
  await page.unrouteAll();

  await test.step("opens once from the app's shortcut and when something is shared to the shop", async () => {
    await page.goto(customRequestPath);
    await expect(dialog(page)).toBeVisible();
    await expect(page).toHaveURL('/');
    await button(page, 'Cancel').click();
    await expect(dialog(page)).toHaveCount(0);
    await page.reload();
    await expect(opener(page)).toBeEnabled();
    await expect(dialog(page)).toHaveCount(0);

    await page.evaluate((action) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action });
      document.body.append(form);
      form.submit();
    }, customRequestPath);
    await expect(dialog(page)).toBeVisible();
  });

  await test.step('cannot be opened while custom requests are closed (D06)', async () => {
    await changeAnswer(page, 'customStatus', (answer) => ({ ...answer, status: 'Off' }));
    // Entered from another screen, so that the answer is requested.
    await page.goto('/terms-conditions');
    const answered = page.waitForResponse((response) =>
      response.url().endsWith(callPath('customStatus')),
    );
    await page.getByRole('banner').getByRole('link', { name: 'HOME', exact: true }).click();
    await answered;
    await expect(page.getByText('CLOSED')).toBeVisible();
    await expect(opener(page)).toBeDisabled();
  });
});

test('a request is sent with its pictures, and the next one can be cancelled', {
  tag: '@core',
}, async ({ page, api }) => {
  await openRequest(page);
  await test.step('sends the text with each picture, and empties the form (E04, E06, E07, O13, P06, S20)', async () => {
    const description = 'Foxes in wellies, for raincoats';
    await fill(page, description);
    const images = dialog(page).getByLabel('Reference images');
    await images.setInputFiles([picture('fox.png'), picture('wellies.png')]);
    await images.setInputFiles([picture('puddle.png')]);
    await expect(chosen(page)).toHaveCount(3);
    await expect(chosen(page).locator('img').first()).toBeVisible();
    await button(page, 'Remove wellies.png').click();
    await expect(chosen(page)).toHaveText([/fox\.png/, /puddle\.png/]);

    const release = await holdCall(page, 'customRequest');
    const sent = page.waitForRequest((request) =>
      request.url().endsWith(callPath('customRequest')),
    );
    await button(page, 'Submit').click();
    await expect(button(page, 'Submitting...')).toBeVisible();
    const request = await sent;
    expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{36}$/);
    expect(request.headers()['content-type']).toMatch(/^multipart\/form-data/);
    const parts = request.postDataBuffer()?.toString('latin1') ?? '';
    const names = [...parts.matchAll(/name="(\w+)"/g)].map(([, name]) => name);
    expect(names.toSorted()).toEqual(
      [
        'name',
        'email',
        'designType',
        'description',
        referenceImagesField,
        referenceImagesField,
      ].toSorted(),
    );

    release();
    await expect(toasts(page).getByText('Custom order created successfully')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    expect(received(api, description)).toEqual([
      { name: 'Hazel Button', email: 'hazel@shop.example', designType: 'Exclusive', pictures: 2 },
    ]);

    await opener(page).click();
    for (const label of ['Name', 'Email', 'Design type', 'Description']) {
      await expect(dialog(page).getByLabel(label)).toHaveValue('');
    }
    await expect(chosen(page)).toHaveCount(0);
  });

  await test.step('is a new form, and Cancel sends nothing to the shop (D06, E01, E02, E03, E04, E05, P06)', async () => {
    const asked = watchCalls(page, 'customRequest');
    await expect(dialog(page).getByRole('heading', { level: 2 })).toHaveText(
      'Request a Custom Design',
    );
    await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toBeVisible();
    await expect(dialog(page).getByLabel('Email')).toHaveAttribute('type', 'email');
    const designType = dialog(page).getByLabel('Design type');
    await expect(designType).toHaveValue('');
    await expect(designType.getByRole('option')).toHaveText([
      'Select Design Type',
      'Exclusive',
      'Non-Exclusive',
    ]);
    await expect(dialog(page).getByLabel('Description')).toHaveJSProperty('tagName', 'TEXTAREA');
    const images = dialog(page).getByLabel('Reference images');
    await expect(images).toHaveAttribute('accept', 'image/*');
    await expect(images).toHaveJSProperty('multiple', true);

    await dialog(page).getByLabel('Description').fill('Otters on surfboards');
    await button(page, 'Cancel').click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(opener(page)).toBeFocused();
    expect(asked).toHaveLength(0);

    await opener(page).click();
    await expect(dialog(page).getByLabel('Description')).toHaveValue('Otters on surfboards');
  });
});

test.describe('a request whose connection breaks', () => {
  test.use({ expectedErrors: [/net::ERR_FAILED/] });

  test('a request is not lost without the shop: kept, queued, sent once', async ({ page, api }) => {
    await openRequest(page);
    await test.step('keeps what was typed across a reload', async () => {
      await fill(page, 'Half a thought');
      await expect.poll(() => everythingKept(page)).toContain('Half a thought');
      await page.reload();
      await opener(page).click();
      await expect(dialog(page).getByLabel('Description')).toHaveValue('Half a thought');
    });

    await test.step('is queued on the device and stays a single request, even though the first had arrived', async () => {
      const description = 'A whale that knits';
      let isHeard = false;
      let isMended = false;
      await page.route(`**${callPath('customRequest')}`, async (route) => {
        if (isMended) return route.fallback();
        if (!isHeard) await route.fetch();
        isHeard = true;
        await route.abort();
      });
      await fill(page, description);
      await button(page, 'Submit').click();
      await expect(toasts(page).getByText(messages.custom.queued)).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
      expect(await everythingKept(page)).toContain(description);
      isMended = true;
      await page.reload();
      await expect.poll(() => everythingKept(page)).not.toContain('"state":"waiting"');
      expect(received(api, description)).toHaveLength(1);
    });

    await test.step("a request answered by a captive portal's page is queued on the device", async () => {
      const description = 'Moles in a tea shop';
      let isPortal = true;
      await page.route(`**${callPath('customRequest')}`, (route) =>
        isPortal
          ? route.fulfill({ contentType: 'text/html', body: '<h1>Buy minutes</h1>' })
          : route.fallback(),
      );
      await opener(page).click();
      await fill(page, description);
      await button(page, 'Submit').click();
      await expect(toasts(page).getByText(messages.custom.queued)).toBeVisible();
      await expect(dialog(page)).toHaveCount(0);
      expect(received(api, description)).toEqual([]);

      isPortal = false;
      await page.reload();
      await expect.poll(() => received(api, description)).toHaveLength(1);
    });
  });
});
